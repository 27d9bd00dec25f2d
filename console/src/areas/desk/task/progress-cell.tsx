import { useState } from 'react';
import { useServerEvent } from '../../../kit/realtime/use-server-event.ts';
import { TaskProgress } from '../../../kit/tasks/task-line.tsx';
import { isMoving, type Progress, type Task } from '../../../kit/tasks/use-task-progress.ts';

/** How far a task has come: a bar while it moves, the count afterwards. */
export function ProgressCell({ row }: { row: Task }) {
  const [pushed, setPushed] = useState<Progress | null>(null);
  useServerEvent<Progress>('progress', (progress) => progress.taskNo === row.taskNo && setPushed(progress));
  const done = pushed && pushed.taskNo === row.taskNo && pushed.done > row.done ? pushed.done : row.done;
  if (isMoving(row.state))
    return <TaskProgress task={{ ...row, done, total: pushed?.total ?? row.total, note: null }} />;
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    <span className="kit-number">
      {row.total > 0 && row.total !== row.done ? `${count(row.done)} / ${count(row.total)}` : count(row.done)}
    </span>
  );
}
