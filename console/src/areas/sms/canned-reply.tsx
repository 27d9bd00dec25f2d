import { cannedReply } from '@trade-assistant/contract/areas/sms/canned-reply.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Replies prepared for the inbox. */
export default resourcePage(cannedReply, { leading: ['shortcut', 'title', 'content', 'status'] });
