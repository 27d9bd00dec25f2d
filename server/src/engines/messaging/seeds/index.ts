export { chooseSeeds } from './choose.ts';
export { seedErrors } from './errors.ts';
export {
  cancelSeeds,
  dispatchSeed,
  endAllOverdue,
  endOverdueTasks,
  removeSeedTasks,
  seedReceipt,
  stepSeedTasks,
} from './follow.ts';
export { isLate, matchOf } from './match.ts';
export { cancelMemberTasks, type MemberFigures, memberFigures } from './members.ts';
export { type PanelMember, type PanelMembers, type PanelNotice, panelMembers, registerPanelMembers } from './panel.ts';
export { planSeedTasks, taskToPlan } from './plan.ts';
export { numberFigures, numberToWrite } from './pool.ts';
export {
  falseProviders,
  falseReportsOf,
  type ProviderFalse,
  providerFoundFalse,
  reviewProviders,
  seedHealth,
} from './providers.ts';
export { reportSeed, type SeedReport, seedProofs } from './report.ts';
export { appealCheat, lockMembers, markCheat, refuseAppeal, reviewSeed, withdrawCheat } from './review.ts';
export { SEED_TASK, settleUse } from './states.ts';
export { type SeedNumber, seedNumbers, seedTasks } from './tables.ts';
