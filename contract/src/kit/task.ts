import { dictionary } from './dictionary.ts';
import type { Text } from './locale.ts';

/** States of a background task. */
export const taskState = dictionary('task_state', {
  queued: { value: 0, zh: '排队中', en: 'Queued', tone: 'waiting' },
  running: { value: 1, zh: '进行中', en: 'Running', tone: 'running' },
  waiting: { value: 2, zh: '待确认', en: 'Needs confirmation', tone: 'attention' },
  done: { value: 3, zh: '已完成', en: 'Done', tone: 'good' },
  failed: { value: 4, zh: '失败', en: 'Failed', tone: 'bad' },
  cancelled: { value: 5, zh: '已取消', en: 'Cancelled', tone: 'off' },
});

/** The payload of the pushed event `progress`. */
export interface TaskProgress {
  readonly taskNo: string;
  readonly done: number;
  readonly total: number;
  readonly state: number;
  /** The current step in both languages, because a push goes to readers of either. */
  readonly notes: Text | null;
}
