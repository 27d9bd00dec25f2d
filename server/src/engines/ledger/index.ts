/** The ledger's front door: nothing else of this folder is imported from outside. */
export {
  type AccountCode,
  cash,
  clearing,
  deferred,
  type PlatformAccount,
  parseAccount,
  revenue,
  WALLET_KIND,
  type WalletKind,
  type WalletName,
  walletOf,
} from './accounts.ts';
export { type Allowance, spendAllowance } from './allowances.ts';
export { charge, prepareCharge, refund, reverse } from './charges.ts';
export { ledgerErrors } from './errors.ts';
export { FINANCE_TYPE, type FinanceType, LEDGER_EVENTS, type LedgerEvent } from './events.ts';
export {
  expireHolds,
  type Hold,
  type HoldAccountKind,
  hold,
  holdOf,
  prepareHold,
  release,
  restore,
  settle,
} from './holds.ts';
export { adjust, adjustMany, allocate, grantBonus, rechargePass, transfer } from './movements.ts';
export {
  type PostedEntry,
  type PostedJournal,
  type Posting,
  type PreparedJournal,
  post,
  type Reference,
} from './posting.ts';
export { type Statistics, type StatisticsInput, statistics } from './statistics.ts';
export { entries, financeLogs, holds, journals, proofs, transfers, wallets } from './tables.ts';
export { assertLedgerVerified, ensurePartitions, type Mismatch, verifyAndRecord, verifyLedger } from './verify.ts';
export { type Balances, balanceAt, balanceOf, balancesOf, LOW_BALANCE, moveWallets, openWallets } from './wallets.ts';
