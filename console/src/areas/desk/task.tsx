import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { isMoving } from '../../features/tasks/use-task-progress.ts';
import { downloadWithProgress } from '../../kit/client/use-download.ts';
import { first, without } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { OpenTaskReview } from './task/open-task-review.tsx';
import { ProgressCell } from './task/progress-cell.tsx';
import { TaskOutcome } from './task/task-outcome.tsx';

/** The task centre: every background task one may see, with what it made and what can be done about it. */
export default resourcePage(task, {
  search: (fields) => first(without(fields, 'job', 'bizType'), 'state'),
  columns: {
    taskNo: { width: 170 },
    title: { width: 220 },
    bizNo: { width: 170 },
    state: { width: 120 },
    done: {
      title: { zh: '进度', en: 'Progress' },
      width: 220,
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
      isOffered: ({ state }) => state === taskState.is.waiting,
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
