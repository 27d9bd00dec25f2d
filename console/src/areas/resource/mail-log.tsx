import { mailLog } from '@trade-assistant/contract/areas/resource/mail-log.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** E-mail and its results; an address that refused mail for good can be allowed again. */
export default resourcePage(mailLog, {
  leading: ['createTime', 'address', 'subject', 'state', 'attempts', 'problem'],
  rowActions: [
    {
      key: 'release',
      label: { zh: '恢复发送', en: 'Allow the address again' },
      permission: 'release',
      isOffered: ({ isBlocked }) => isBlocked === 1,
      call: 'release',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '该地址可以再次接收邮件', en: 'The address may receive mail again' },
    },
  ],
});
