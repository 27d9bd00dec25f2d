import type { taskList } from '../../../engines/work/index.ts';

export type CheckTable = ReturnType<typeof taskList>;
export type CheckRow = CheckTable['$inferSelect'];
