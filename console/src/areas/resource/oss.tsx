import { oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { providerActions } from './provider-actions.ts';

const TrialDialog = lazyWithRetry(() => import('./oss/trial-dialog.tsx'));
const { on } = providerStatus.is;

/** File storages: the one for new files, a test of its connection, and moving files between storages. */
export default resourcePage(oss, {
  leading: ['ossCode', 'status', 'category'],
  rowActions: [
    {
      key: 'test',
      label: { zh: '测试上传', en: 'Test upload' },
      permission: 'debug',
      panel: ({ rows: [row], onClose }) => (row ? <TrialDialog row={row} onClose={onClose} /> : null),
    },
    ...providerActions('ossCode', {
      enable: {
        zh: '新文件将存入其中，已有文件不受影响。',
        en: 'New files are stored here; existing files stay where they are.',
      },
      disable: { zh: '新文件将存入服务器自带的存储。', en: 'New files are stored on the server.' },
    }),
    {
      key: 'move',
      label: { zh: '迁移文件到此', en: 'Move files here' },
      permission: 'move',
      confirm: ([row]) => ({
        zh: `将其他存储中的全部文件迁移到“${row?.ossCode}”？进度见任务中心。`,
        en: `Move all files from other storages to “${row?.ossCode}”? Progress is shown in the task centre.`,
      }),
      call: 'move',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '已开始迁移，进度见任务中心', en: 'Started; progress is in the task centre' },
    },
  ],
  isRemovable: ({ fileCount, status }) => fileCount === 0 && status !== on,
});
