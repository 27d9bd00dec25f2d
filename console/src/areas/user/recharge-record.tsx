import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { rechargeReview } from '../../features/payments/recharge-review.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** What sub-users and users paid in, and deciding about it. */
export default resourcePage(rechargeRecord, rechargeReview(rechargeRecord));
