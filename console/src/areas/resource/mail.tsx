import { mail } from '@trade-assistant/contract/areas/resource/mail.ts';
import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { providerActions } from './provider-actions.ts';

const { on } = providerStatus.is;

/** SMTP servers: the one in use, and a test of each. */
export default resourcePage(mail, {
  leading: ['host', 'status', 'senderAddress', 'senderName', 'port', 'security'],
  rowActions: [
    {
      key: 'test',
      label: { zh: '测试发送', en: 'Send a test' },
      permission: 'enable',
      confirm: {
        zh: '将通过此服务器向您资料中的邮箱发送一封测试邮件。',
        en: 'A test message goes through this server to the e-mail address in your profile.',
      },
      call: 'test',
      input: ([row]) => ({ id: row?.id }),
      done: (_rows, answer) => {
        const { address } = answer as { readonly address: string };
        return {
          zh: `测试邮件已排队，将发往 ${address}；结果见“邮件记录”`,
          en: `The test message to ${address} is queued; its result appears under “Sent e-mail”`,
        };
      },
    },
    ...providerActions('host', {
      enable: { zh: '邮件将由它发送。', en: 'E-mail is sent through it.' },
      disable: { zh: '邮件将无法发送。', en: 'E-mail can no longer be sent.' },
    }),
  ],
  isRemovable: ({ status }) => status !== on,
});
