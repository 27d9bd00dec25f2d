/** The approvals' front door: nothing else of this folder is imported from outside. */
export {
  approveRequest,
  closeRequest,
  decide,
  dropRequests,
  expireApprovals,
  lockRequests,
  lockRequestsOf,
  propose,
} from './requests.ts';
export { approvals } from './tables.ts';
