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
