import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { withdrawalReview } from '../../features/payments/withdrawal-review.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** What sub-users and users ask to be paid, and deciding about it. */
export default resourcePage(withdrawalRecord, withdrawalReview(withdrawalRecord));
