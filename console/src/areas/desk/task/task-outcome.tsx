import { numberReject } from '@trade-assistant/contract/dictionaries.ts';
import { reportOf } from '../../../features/importing/report.ts';
import { ReportView } from '../../../features/importing/report-view.tsx';
import { TaskFiles, TaskProgress } from '../../../features/tasks/task-line.tsx';
import { isMoving, type Task, useTaskProgress } from '../../../features/tasks/use-task-progress.ts';

/** What became of a task: its progress now, its files, and the report of an import. */
export function TaskOutcome({ row }: { row: Task }) {
  const { task = row, secondsLeft } = useTaskProgress(isMoving(row.state) ? row.taskNo : null);
  const report = reportOf(task.result);
  return (
    <>
      {isMoving(task.state) && <TaskProgress task={task} secondsLeft={secondsLeft} />}
      {(task.hasResult === 1 || task.hasReport === 1) && (
        <p>
          <TaskFiles task={task} />
        </p>
      )}
      {report && !isMoving(task.state) && <ReportView report={report} reasons={numberReject} />}
    </>
  );
}
