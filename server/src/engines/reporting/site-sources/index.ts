export { droppedVisits, flushVisits, linkRegistration, recordVisit } from './record.ts';
export { type Period, reportOf, tenantToday, totalOf } from './report.ts';
export { countChangedDays, countDays, dropOldVisits, markDays } from './roll-up.ts';
export { type VisitRow, visits } from './tables.ts';
