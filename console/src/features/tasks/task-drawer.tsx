import { task as tasks } from '@trade-assistant/contract/areas/desk/task.ts';
import type { TaskProgress } from '@trade-assistant/contract/kit/task.ts';
import Alert from 'antd/es/alert';
import Drawer from 'antd/es/drawer';
import Empty from 'antd/es/empty';
import Skeleton from 'antd/es/skeleton';
import { messageOf } from '../../kit/client/call-error.ts';
import { useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { TaskLine } from './task-line.tsx';
import { withProgress } from './use-task-progress.ts';

const RECENT = 30;

interface TaskDrawerProps {
  readonly pushed: ReadonlyMap<string, TaskProgress>;
  readonly pollMillis: number | false;
  readonly onClose: () => void;
}

/** Running and recent background tasks. */
export default function TaskDrawer({ pushed, pollMillis, onClose }: TaskDrawerProps) {
  const t = useText();
  const { data, error, isPending } = useCall(
    tasks,
    'list',
    { size: RECENT, descs: 'createTime' },
    { staleMillis: 0, everyMillis: pollMillis },
  );
  const list = (data?.records ?? []).map((task) => withProgress(task, pushed.get(task.taskNo)));
  return (
    <Drawer
      open
      size={Math.min(480, window.innerWidth)}
      title={t({ zh: '任务中心', en: 'Task centre' })}
      onClose={onClose}
    >
      {isPending && <Skeleton active />}
      {error && <Alert type="error" showIcon title={messageOf(error)} />}
      {data && list.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={t({
            zh: '导入、导出等耗时操作会在这里显示进度',
            en: 'Imports, exports and other long work report here',
          })}
        />
      )}
      {list.map((task) => (
        <TaskLine key={task.taskNo} task={task} onLeave={onClose} />
      ))}
    </Drawer>
  );
}
