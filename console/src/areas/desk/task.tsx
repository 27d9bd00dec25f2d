import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import { type TaskProgress as Pushed, taskState } from '@trade-assistant/contract/kit/task.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { reportOf } from '../../features/importing/report.ts';
import { ReportView } from '../../features/importing/report-view.tsx';
import { addressOfTask } from '../../features/tasks/address-of-task.ts';
import { TaskFiles, TaskProgress } from '../../features/tasks/task-line.tsx';
import { isMoving, type Task, useTaskProgress, withProgress } from '../../features/tasks/use-task-progress.ts';
import { downloadWithProgress } from '../../kit/client/use-download.ts';
import { first, without } from '../../kit/form/values.ts';
import { useServerEvent } from '../../kit/realtime/use-server-event.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** The task centre: background tasks the user may see, with their results and actions. */
export default resourcePage(task, {
  search: (fields) => first(without(fields, 'job', 'bizType'), 'state'),
  columns: {
    title: { width: 220 },
    done: {
      title: { zh: '进度', en: 'Progress' },
      align: 'left',
      render: (row) => <ProgressCell row={row} />,
    },
    total: false,
    failure: { width: 200 },
    hasResult: false,
    hasReport: false,
    ownerName: { width: 110 },
  },
  rowActions: [
    {
      key: 'look-over',
      label: { zh: '去确认', en: 'Confirm' },
      isOffered: (row) => row.state === taskState.is.waiting && addressOfTask(row) !== undefined,
      panel: ({ rows: [row], onClose }) => (row ? <OpenTaskReview row={row} onClose={onClose} /> : null),
    },
    {
      key: 'result',
      label: { zh: '下载结果', en: 'Result' },
      isOffered: ({ hasResult }) => hasResult === 1,
      run: async ([row]) => void (row && (await downloadWithProgress(task, 'download', { taskNo: row.taskNo }))),
    },
    {
      key: 'report',
      label: { zh: '错误报告', en: 'Error report' },
      isOffered: ({ hasReport }) => hasReport === 1,
      run: async ([row]) =>
        void (row && (await downloadWithProgress(task, 'download', { taskNo: row.taskNo, kind: 'report' }))),
    },
    {
      key: 'cancel',
      label: { zh: '取消', en: 'Cancel' },
      isDangerous: true,
      isOffered: ({ state }) => isMoving(state) || state === taskState.is.waiting,
      confirm: ([row]) => ({ zh: `取消任务「${row?.title}」？`, en: `Cancel task “${row?.title}”?` }),
      call: 'cancel',
      input: ([row]) => ({ taskNo: row?.taskNo }),
      done: { zh: '已取消', en: 'Cancelled' },
    },
  ],
  unmentioned: ['result', 'job', 'bizType', 'failureCode', 'done', 'total', 'hasResult', 'hasReport'],
  detail: (row) => <TaskOutcome row={row} />,
});

/** Leads to the screen on which a waiting task is looked over. */
function OpenTaskReview({ row, onClose }: { row: Task; onClose: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    const address = addressOfTask(row);
    if (address) void navigate(address);
    onClose();
  }, [navigate, onClose, row]);
  return null;
}

/** How far a task has come: a bar while it moves, the count afterwards. */
function ProgressCell({ row }: { row: Task }) {
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

/** The outcome of a task: its progress, its files and the report of an import. */
function TaskOutcome({ row }: { row: Task }) {
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
