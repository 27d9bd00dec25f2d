export { earnRebates, takeBackRebates } from './earn.ts';
export { rebateFigures, rebatesByDay } from './figures.ts';
export { postRebates, postSome, settleRebates, settleSome } from './post.ts';
export { type RebateRow, rebates } from './tables.ts';
export { askToVoid, rebateVoiding } from './void.ts';
