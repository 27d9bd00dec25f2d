/** The front door of erasure: nothing else of this folder is imported from outside. */
export { erasureJob } from './job.ts';
export { KEPT, PLACES } from './places.ts';
export { askErasure, erasureApproval } from './requests.ts';
