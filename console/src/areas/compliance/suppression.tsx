import { suppression, suppressionImport } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { importAction } from '../../features/importing/import-action.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** The suppression list. */
export default resourcePage(suppression, {
  leading: ['number', 'status', 'scope', 'ownerName', 'channel', 'reason', 'sourceRef', 'expireTime', 'createTime'],
  toolbarActions: [
    importAction(suppression, {
      call: 'import',
      fields: suppressionImport,
      reasons: numberReject,
      accept: '.txt,.csv,.xlsx,.zip',
      help: {
        zh: '每行一个号码，最多一千万行；名单中已有的号码不变',
        en: 'One number per line, up to ten million; numbers already listed stay as they are',
      },
    }),
  ],
  unmentioned: ['ownerId'],
});
