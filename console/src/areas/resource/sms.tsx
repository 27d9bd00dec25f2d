import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { sms } from '@trade-assistant/contract/areas/resource/sms.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { providerActions } from './provider-actions.ts';

const SendDialog = lazyWithRetry(() => import('./sms/send-dialog.tsx'));
const { on } = providerStatus.is;

/** Providers of text messages: the default one, and a test of each. */
export default resourcePage(sms, {
  leading: ['smsCode', 'status', 'category'],
  rowActions: [
    {
      key: 'send',
      label: { zh: '测试发送', en: 'Test send' },
      permission: 'send',
      panel: ({ rows: [row], onClose }) => (row ? <SendDialog row={row} onClose={onClose} /> : null),
    },
    ...providerActions('smsCode', {
      enable: { zh: '未指明资源编号的短信将由它发送。', en: 'Messages without a code are sent through it.' },
      disable: { zh: '未指明资源编号的短信将无法发送。', en: 'Messages without a code can no longer be sent.' },
    }),
  ],
  isRemovable: ({ status }) => status !== on,
});
