import { ContainerOutlined } from '@ant-design/icons';
import { task as tasks } from '@trade-assistant/contract/areas/desk/task.ts';
import { type TaskProgress, taskState } from '@trade-assistant/contract/kit/task.ts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { useCan } from '../../kit/permission.tsx';
import { startChannel, useIsLive } from '../../kit/realtime/channel.ts';
import { POLL_MILLIS, useServerEvent } from '../../kit/realtime/use-server-event.ts';

const TaskDrawer = lazyWithRetry(() => import('./task-drawer.tsx'));

/** How often running tasks are asked about without a push channel, in milliseconds. */
const ASK_MILLIS = 2_000;
const { queued, running } = taskState.is;

/** The top bar's button of background tasks: the count of running ones, and a panel of tasks. */
export function TaskCentre() {
  const t = useText();
  const canSee = useCan('desk/task:view');
  const [isOpen, setOpen] = useState(false);
  const [pushed, setPushed] = useState<ReadonlyMap<string, TaskProgress>>(new Map());
  /** The last known state of each task: several changes may arrive before a rendering. */
  const states = useRef(new Map<string, number>());
  const isLive = useIsLive((state) => state.isLive);
  useEffect(() => startChannel(), []);
  const moving = useCall(
    tasks,
    'list',
    { size: 1, state_in: `${queued},${running}` },
    { enabled: canSee, staleMillis: 0, everyMillis: isLive ? false : POLL_MILLIS },
  );
  const count = moving.data?.total ?? 0;

  useServerEvent<TaskProgress>('progress', (progress) => {
    const { taskNo, state } = progress;
    setPushed((known) => new Map(known).set(taskNo, progress));
    if (states.current.get(taskNo) === state) return;
    states.current.set(taskNo, state);
    void invalidate(tasks);
  });
  if (!canSee) return null;
  return (
    <>
      <span className="kit-badge" data-count={count > 99 ? '99+' : count || undefined}>
        <BarButton
          label={t({ zh: '任务中心，{n} 个进行中', en: 'Task centre, {n} running' }, { n: count })}
          onClick={() => setOpen(true)}
        >
          <ContainerOutlined aria-hidden />
        </BarButton>
      </span>
      <DialogLoadBoundary onFailed={() => setOpen(false)}>
        <Suspense>
          {isOpen && (
            <TaskDrawer
              pushed={pushed}
              pollMillis={isLive ? false : count > 0 ? ASK_MILLIS : POLL_MILLIS}
              onClose={() => setOpen(false)}
            />
          )}
        </Suspense>
      </DialogLoadBoundary>
    </>
  );
}
