export { type ChosenSeed, chooseSeeds, type SeedDemand } from './choose.ts';
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
export { type PanelMember, type PanelMembers, type PanelNotice, panelMembers, registerPanelMembers } from './panel.ts';
export { planSeedTasks, type SeedPlan, taskToPlan } from './plan.ts';
export { numberFigures, numberToWrite } from './pool.ts';
export {
  type FalseProvider,
  falseProviders,
  onProviderFalse,
  type ProviderFalse,
  type ProviderFalseHook,
  seedHealthPoints,
} from './providers.ts';
export { reportSeed, type SeedReport, seedProofs } from './report.ts';
export { appealCheat, lockMembers, markCheat, refuseAppeal, reviewSeed, withdrawCheat } from './review.ts';
export { SEED_TASK, settleUse } from './states.ts';
export { type SeedNumber, type SeedTask, seedNumbers, seedTasks } from './tables.ts';
