import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { rechargeReview } from '../../features/payments/recharge-review.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Recharges of sub-users and users, and their review. */
export default resourcePage(rechargeRecord, rechargeReview(rechargeRecord));
