import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { type TaskProgress, taskState } from '@trade-assistant/contract/kit/task.ts';
import { useEffect, useState } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { translate } from '../../kit/i18n.ts';
import { joinRoom, useIsLive } from '../../kit/realtime/channel.ts';
import { useServerEvent } from '../../kit/realtime/use-server-event.ts';

export type Task = WireRowOf<typeof task>;

/** How often a running task is asked about without and with a push channel, in milliseconds. */
const ASK_MILLIS = 2_000;
const REASSURE_MILLIS = 15_000;
/** How often a task is asked about whose pushed state its answers do not show yet. */
const CATCH_UP_MILLIS = 500;

const { queued, running } = taskState.is;

/** Returns whether a task is still queued or running. */
export const isMoving = (state: number): boolean => state === queued || state === running;

/** Returns a task with pushed progress; a push older than the fetched task changes nothing. */
export const withProgress = (task: Task, progress: TaskProgress | undefined): Task =>
  progress && isMoving(task.state) && progress.done >= task.done
    ? {
        ...task,
        done: progress.done,
        total: progress.total,
        note: progress.notes ? translate(progress.notes) : task.note,
      }
    : task;

/**
 * Returns how often to ask about a task, in milliseconds. The last push may be lost (the room was joined too late) or may
 * come before its state is readable: then a rare question would show an old state for seconds.
 *
 * @param pushed the last push of this task, null if none came
 */
export function askMillis(
  task: Pick<Task, 'state'> | undefined,
  pushed: Pick<TaskProgress, 'state' | 'done' | 'total'> | null,
  isLive: boolean,
): number | false {
  if (task && !isMoving(task.state)) return false;
  if (pushed && task && !isMoving(pushed.state)) return CATCH_UP_MILLIS;
  return isLive && pushed && pushed.done < pushed.total ? REASSURE_MILLIS : ASK_MILLIS;
}

/** Follows one background task until it ends: by push if possible, otherwise by polling. */
export function useTaskProgress(taskNo: string | null): {
  task: Task | undefined;
  error: Error | null;
  secondsLeft: number | undefined;
} {
  const isLive = useIsLive((state) => state.isLive);
  const [pushed, setPushed] = useState<TaskProgress | null>(null);
  const [every, setEvery] = useState<number | false>(ASK_MILLIS);
  const asked = useCall(
    task,
    'progress',
    { taskNo: taskNo ?? '' },
    {
      enabled: taskNo !== null,
      staleMillis: 0,
      everyMillis: every,
    },
  );
  const { data, refetch } = asked;
  useEffect(() => (taskNo === null ? undefined : joinRoom(`task:${taskNo}`)), [taskNo]);
  useServerEvent<TaskProgress>('progress', (progress) => {
    if (progress.taskNo !== taskNo) return;
    setPushed(progress);
    // A state brings more than numbers: results, files, reasons.
    if (progress.state !== data?.state) void refetch();
  });
  const ownPush = pushed?.taskNo === taskNo ? pushed : null;
  useEffect(() => setEvery(askMillis(data, ownPush, isLive)), [data, ownPush, isLive]);

  const shown = data && pushed?.taskNo === data.taskNo ? withProgress(data, pushed) : data;
  const secondsLeft = useSecondsLeft(shown);
  return { task: shown, error: asked.error, secondsLeft };
}

/** Returns the estimated time left; undefined without progress. */
export function useSecondsLeft(
  shown: Pick<Task, 'taskNo' | 'done' | 'total' | 'state'> | undefined,
): number | undefined {
  const [seen, setSeen] = useState<{ taskNo: string; done: number; at: number } | null>(null);
  if (!shown || shown.state !== running || shown.total <= 0) return undefined;
  const now = Date.now();
  let first = seen;
  if (first?.taskNo !== shown.taskNo || shown.done < first.done) {
    first = { taskNo: shown.taskNo, done: shown.done, at: now };
    setSeen(first);
  }
  return secondsLeftAt(first.done, shown.done, shown.total, (now - first.at) / 1000);
}

/** `total − done` at the speed of `done − from` in some seconds. */
export function secondsLeftAt(from: number, done: number, total: number, seconds: number): number | undefined {
  const speed = seconds >= 1 ? (done - from) / seconds : 0;
  return speed > 0 ? (total - done) / speed : undefined;
}
