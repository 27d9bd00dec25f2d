import { documentAddress } from '../../kit/dictionaries.ts';

/** The parameter by which an address names a task. */
export const TASK_PARAMETER = 'task';

/** The address at which a task that waits for a confirmation is looked over; undefined where no screen knows how. */
export const addressOfTask = (task: { taskNo: string; bizType: string | null }): string | undefined =>
  task.bizType && /^[a-z-]+\/[a-z-]+$/.test(task.bizType)
    ? documentAddress(task.bizType, `/${task.bizType}?${TASK_PARAMETER}=${encodeURIComponent(task.taskNo)}`)
    : undefined;
