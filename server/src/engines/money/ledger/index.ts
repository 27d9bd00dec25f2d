export {
  type AccountCode,
  cash,
  clearing,
  deferred,
  revenue,
  WALLET_KIND,
  type WalletKind,
  walletOf,
} from './accounts.ts';
export { type Allowance, spendAllowance, spentAllowance } from './allowances.ts';
export { charge, prepareCharge, refund, reverse } from './charges.ts';
export { ledgerErrors } from './errors.ts';
export { FINANCE_TYPE, isLedgerEvent, LEDGER_EVENTS } from './events.ts';
export {
  expireHolds,
  hold,
  holdOf,
  prepareHold,
  prepareRelease,
  release,
  restore,
  settle,
} from './holds.ts';
export {
  adjust,
  adjustMany,
  allocate,
  approversOf,
  grantBonus,
  rechargePass,
  takeBonusBack,
  transfer,
} from './movements.ts';
export { payoutPaid, returnPayout } from './payouts.ts';
export {
  type PostedJournal,
  type PreparedJournal,
  post,
} from './posting.ts';
export { compareRoot, findingsOf, proofState } from './proofs.ts';
export { postRebateSteps } from './rebates.ts';
export { statistics } from './statistics.ts';
export { financeLogs, proofs, readableLogs, readableTransfers, transfers } from './tables.ts';
export {
  assertLedgerVerified,
  LEDGER_CHECKS,
  type Mismatch,
  type Verdict,
  verifyAndRecord,
  verifyLedger,
} from './verify.ts';
export { type Balances, balanceAt, balanceColumn, balanceOf, balancesOf, openWallets } from './wallets.ts';
