import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { attach } from '@trade-assistant/contract/areas/resource/attach.ts';
import { addressOf } from '../../kit/client/address.ts';
import { call } from '../../kit/client/call.ts';
import { showError } from '../../kit/feedback.tsx';
import { sizeText } from '../../kit/file-check.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { isSeen } from './attach/preview-kinds.ts';
import { Uses } from './attach/uses.tsx';

const PreviewDialog = lazyWithRetry(() => import('./attach/preview-dialog.tsx'));
const UploadDialog = lazyWithRetry(() => import('./attach/upload-dialog.tsx'));
const CleanDialog = lazyWithRetry(() => import('./attach/clean-dialog.tsx'));

/** Uses the browser's own download, which needs no memory for a large file; the ticket is valid once. */
async function download(id: string): Promise<void> {
  try {
    const { ticket } = await call(attach, 'ticket', { id });
    window.location.assign(addressOf(`resource/attach/file?ticket=${encodeURIComponent(ticket)}`));
  } catch (error) {
    showError(error, () => void download(id));
  }
}

/** Uploaded files and the records that use them. */
export default resourcePage(attach, {
  columns: {
    attachSize: {
      title: { zh: '大小', en: 'Size' },
      align: 'right',
      render: ({ attachSize }) => <span className="kit-number">{sizeText(attachSize)}</span>,
    },
  },
  unmentioned: ['link'],
  tabs: [{ key: 'uses', label: { zh: '引用', en: 'References' }, render: ({ id }) => <Uses id={id} /> }],
  rowActions: [
    {
      key: 'preview',
      label: { zh: '预览', en: 'Preview' },
      isOffered: isSeen,
      panel: ({ rows: [row], onClose }) => (row ? <PreviewDialog row={row} onClose={onClose} /> : null),
    },
    {
      key: 'download',
      label: { zh: '下载', en: 'Download' },
      permission: 'download',
      run: async ([row]) => void (row && (await download(row.id))),
    },
  ],
  toolbarActions: [
    {
      key: 'upload',
      label: { zh: '上传', en: 'Upload' },
      permission: 'resource/oss:upload',
      icon: <CloudUploadOutlined aria-hidden />,
      isPrimary: true,
      panel: ({ onClose }) => <UploadDialog onClose={onClose} />,
    },
    {
      key: 'clean',
      label: { zh: '清理', en: 'Clean up' },
      permission: 'clean',
      icon: <DeleteOutlined aria-hidden />,
      panel: ({ onClose }) => <CleanDialog onClose={onClose} />,
    },
  ],
  isRemovable: ({ useCount }) => useCount === 0,
});
