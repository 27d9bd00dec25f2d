import { outboundStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { text } from '@trade-assistant/contract/kit/field.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { first } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { newNoteFields } from './outbound/new-note-fields.ts';
import { NoteDetail } from './outbound/note-detail.tsx';
import { OrderLink } from './outbound/order-link.tsx';
import { Statistics } from './outbound/statistics.tsx';

const Downloads = lazyWithRetry(() => import('./outbound/downloads.tsx'));

const { draft, reserved, delivered, partlyReturned, cancelled } = outboundStatus.is;
const hasNumbers = ({ status }: { status: number }) => status === delivered || status === partlyReturned;

/** Returns whether a delivery is charged: orders are paid already and gifts are free. */
const isCharged = (row: { agentName: string | null; orderNo: string | null; isGift: number }) =>
  Boolean(row.agentName) && !row.orderNo && row.isGift === 0;

/** Outbound: delivered numbers, their customers, and the downloads of their files. */
export default resourcePage(outbound, {
  views: ['table', 'board'],
  summary: ({ filters }) => <Statistics filters={filters} />,
  search: (fields) => first(fields, 'outboundNo', 'agentId', 'status', 'countryCode', 'createTime'),
  leading: ['outboundNo', 'agentName', 'countryCode', 'quantity', 'status', 'amount', 'downloadCount'],
  columns: {
    orderNo: { render: ({ orderNo }) => <OrderLink orderNo={orderNo} /> },
    downloadCount: {
      render: ({ downloadCount, staffDownloadCount, maxDownload }) => (
        <span className="kit-number">
          {downloadCount - staffDownloadCount} / {maxDownload}
          {staffDownloadCount > 0 && ` (+${staffDownloadCount})`}
        </span>
      ),
    },
  },
  form: { fields: newNoteFields },
  isEditable: ({ status }) => status !== cancelled,
  isRemovable: ({ status }) => status === draft || status === cancelled,
  rowActions: [
    {
      key: 'download',
      on: 'both',
      label: { zh: '下载', en: 'Download' },
      permission: 'export',
      isOffered: hasNumbers,
      panel: ({ rows, onClose }) => <Downloads notes={rows} onClose={onClose} />,
    },
    {
      key: 'reserve',
      label: { zh: '占用库存', en: 'Reserve stock' },
      permission: 'edit',
      isOffered: ({ status }) => status === draft,
      confirm: ([row]) => ({
        zh: `从库存占用 ${row?.quantity} 个号码？`,
        en: `Reserve ${row?.quantity} numbers from stock?`,
      }),
      call: 'submit',
      input: ([row]) => ({ id: row?.id, version: row?.version, status: reserved }),
      done: { zh: '已占用，请及时出库', en: 'Reserved; please deliver in time' },
    },
    {
      key: 'gift',
      label: { zh: '改为赠送', en: 'Mark as gift' },
      permission: 'edit',
      isOffered: ({ status, agentName, orderNo, isGift }) =>
        (status === draft || status === reserved) && Boolean(agentName) && !orderNo && isGift === 0,
      confirm: {
        zh: '出库时不向客户收费，须由另一人确认出库。',
        en: 'The customer is not charged; another person must confirm delivery.',
      },
      fields: { giftReason: text({ label: { zh: '赠送原因', en: 'Gift reason' }, max: 255, required: true }) },
      call: 'submit',
      input: ([row], values) => ({ id: row?.id, version: row?.version, isGift: 1, ...values }),
      done: { zh: '已标记为赠送', en: 'Marked as gift' },
    },
    {
      key: 'deliver',
      label: { zh: '确认出库', en: 'Confirm delivery' },
      permission: 'deliver',
      isOffered: ({ status }) => status === reserved,
      confirm: ([row]) => ({
        zh: `确认出库 ${row?.quantity} 个号码${row?.agentName ? `给「${row.agentName}」` : ''}？${row && isCharged(row) ? '将按客户价格扣款，' : ''}出库后客户可以下载。`,
        en: `Deliver ${row?.quantity} numbers${row?.agentName ? ` to ${row.agentName}` : ''}? ${row && isCharged(row) ? 'The customer is charged at its own price. ' : ''}They can be downloaded then.`,
      }),
      call: 'submit',
      input: ([row]) => ({ id: row?.id, version: row?.version, status: delivered }),
      done: { zh: '已出库', en: 'Delivered' },
    },
    {
      key: 'copy',
      label: { zh: '复制', en: 'Copy' },
      permission: 'add',
      confirm: {
        zh: '用同样的条件和客户新建一张草稿？号码会重新提取。',
        en: 'Create a draft with the same customer and conditions? New numbers are picked.',
      },
      call: 'copy',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '已复制为草稿', en: 'Copied as draft' },
    },
    {
      key: 'cancel',
      label: { zh: '撤销', en: 'Cancel' },
      permission: 'edit',
      isDangerous: true,
      isOffered: ({ status }) => status === draft || status === reserved,
      confirm: { zh: '撤销后占用的号码退回库存。', en: 'Reserved numbers return to stock.' },
      fields: { cancelReason: text({ label: { zh: '撤销原因', en: 'Reason' }, max: 255, required: true }) },
      call: 'submit',
      input: ([row], values) => ({ id: row?.id, version: row?.version, status: cancelled, ...values }),
      done: { zh: '已撤销', en: 'Cancelled' },
    },
  ],
  unmentioned: ['agentId'],
  detail: (row) => <NoteDetail row={row} />,
});
