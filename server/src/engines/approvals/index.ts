/** The approvals' front door: nothing else of this folder is imported from outside. */
export { approvalErrors } from './errors.ts';
export { decide, expireApprovals, propose } from './requests.ts';
export { approvals } from './tables.ts';
