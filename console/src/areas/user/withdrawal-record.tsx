import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { withdrawalReview } from '../../features/payments/withdrawal-review.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Withdrawals of sub-users and users, and their review. */
export default resourcePage(withdrawalRecord, withdrawalReview(withdrawalRecord));
