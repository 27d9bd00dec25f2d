import { suppression } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** The suppression list. */
export default resourcePage(suppression, {
  leading: ['number', 'status', 'scope', 'ownerName', 'channel', 'reason', 'sourceRef', 'expireTime', 'createTime'],
  unmentioned: ['ownerId'],
});
