export { activityErrors } from './errors.ts';
export { bonusOfRecharge, claimCoupon, obstacleOf, receivedBonus, returnBonuses } from './grants.ts';
export { rewardInvitations, takeUnearnedBack } from './invitations.ts';
export {
  budgetApproval,
  lockActivityRequests,
  publishActivity,
  runDueActivities,
  withdrawRequest,
} from './publish.ts';
export { assertSound } from './rules.ts';
export { type ActivityRow, activities, grants } from './tables.ts';
