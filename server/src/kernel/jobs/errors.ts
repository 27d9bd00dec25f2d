import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const jobErrors = defineErrors({
  TASK_ENDED: { status: 400, zh: '任务已结束', en: 'The task has already ended' },
  TASK_NOT_WAITING: { status: 400, zh: '任务不在待确认状态', en: 'The task is not waiting for a confirmation' },
  TASK_FILE_MISSING: { status: 404, zh: '没有可下载的文件', en: 'There is no file to download' },
  TASK_OWNER_CLOSED: {
    status: 403,
    zh: '任务发起人的账号已停用、租户已关闭，或失去发起时所用的机构或角色，任务未继续执行',
    en: 'The account or tenant of the task starter is disabled, or its department or role was lost; the task was stopped',
  },
  TASK_INTERRUPTED: {
    status: 500,
    zh: '任务多次中断，已停止',
    en: 'The task was interrupted several times and has been stopped',
    report: true,
  },
});

/** Why a running job's signal was aborted. */
export class JobCancelled extends Error {
  override readonly name: string = 'JobCancelled';
}
/** Its owner may not do this any more: cleaned up after like a cancellation, recorded as a failure. */
export class JobRefused extends JobCancelled {
  readonly refusal: AppError;
  constructor(refusal: AppError) {
    super();
    this.refusal = refusal;
  }
}
/** The process is stopping; the task goes back to the queue. */
export class JobStopping extends Error {
  override readonly name = 'JobStopping';
}
/** Another worker has the task; this one must not write any more. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}
