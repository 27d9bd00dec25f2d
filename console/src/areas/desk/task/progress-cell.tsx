import type { TaskProgress as Pushed } from '@trade-assistant/contract/kit/task.ts';
import { useState } from 'react';
import { TaskProgress } from '../../../features/tasks/task-line.tsx';
import { isMoving, type Task, withProgress } from '../../../features/tasks/use-task-progress.ts';
import { useServerEvent } from '../../../kit/realtime/use-server-event.ts';

/** How far a task has come: a bar while it moves, the count afterwards. */
export function ProgressCell({ row }: { row: Task }) {
  const [pushed, setPushed] = useState<Pushed>();
  useServerEvent<Pushed>('progress', (progress) => progress.taskNo === row.taskNo && setPushed(progress));
  if (isMoving(row.state)) return <TaskProgress task={{ ...withProgress(row, pushed), note: null }} />;
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    <span className="kit-number">
      {row.total > 0 && row.total !== row.done ? `${count(row.done)} / ${count(row.total)}` : count(row.done)}
    </span>
  );
}
