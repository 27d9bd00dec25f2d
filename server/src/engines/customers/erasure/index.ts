export { ERASED_COLUMNS, KEPT } from './erased-columns.ts';
export { erasureJob } from './job.ts';
export { openBusinessOf } from './open-business.ts';
export { askErasure, erasureApproval } from './requests.ts';
