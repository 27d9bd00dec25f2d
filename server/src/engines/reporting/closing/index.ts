export { closeDays, hasClosedDays, reportOfToday, spanOf, workOutAgain } from './days.ts';
export { type DayReport, eventName, rowsBehind } from './figures.ts';
export { type DayRow, days } from './tables.ts';
