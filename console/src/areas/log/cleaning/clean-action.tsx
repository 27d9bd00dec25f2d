import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';
import type { ToolbarAction } from '../../../kit/resource-page.tsx';
import type { CleanedLog } from './clean-dialog.tsx';

const CleanDialog = lazyWithRetry(() => import('./clean-dialog.tsx'));

/** Action above the list of a log that deletes old entries. */
export const cleanAction = (log: CleanedLog): ToolbarAction => ({
  key: 'clean',
  label: { zh: '清理', en: 'Clean up' },
  permission: 'clean',
  icon: <DeleteOutlined aria-hidden />,
  panel: ({ onClose }) => <CleanDialog log={log} onClose={onClose} />,
});
