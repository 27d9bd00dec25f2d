export { erasureJob } from './job.ts';
export { KEPT, PLACES } from './places.ts';
export { askErasure, erasureApproval } from './requests.ts';
