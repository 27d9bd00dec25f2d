export { deliverJob } from './deliver.ts';
export { DOCUMENT_TYPES, documentName, documentOf } from './document.ts';
export { reportErrors } from './errors.ts';
export { nextRunOf } from './rhythm.ts';
export { checkReport, runReport } from './run.ts';
export { purgeDeliveries, runSchedules } from './schedules.ts';
export { reportSourcesFor } from './sources.ts';
export { reports, schedules } from './tables.ts';
export { isOwner, mayManage, openReports } from './visible.ts';
