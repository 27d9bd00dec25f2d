export { bankBatch } from './bank-batch.ts';
export { checksummed, sampleAddress } from './checksums.ts';
export { attachPayment, correctRecharge, rechargeApproval } from './crediting.ts';
export { paymentErrors } from './errors.ts';
export { askedLimitsOf, askLimits, limitsApproval, limitsHeld, lockLimitRequests } from './method-limits.ts';
export { methodsFor, proposeReceiving, receivingApproval } from './methods.ts';
export {
  addressToWrite,
  afterPayeeSaved,
  assertOwn,
  cardToWrite,
  oneOfEach,
  ownPayees,
  unfreezeRemoved,
} from './payees.ts';
export { assertSandbox, channelsInUse } from './payout-channels.ts';
export { payoutReceipts, payoutService, receiveCallback } from './payouts.ts';
export { proofPictures, proofToWrite } from './proofs.ts';
export { rechargeCredited } from './recharge-bonus.ts';
export {
  cancelRecharges,
  expireRecharges,
  methodOf,
  orderRecharge,
  passRecharges,
  rechargeOf,
  refuseRecharges,
  reopenRecharges,
} from './recharges.ts';
export { channelService, watcherService } from './service-approvals.ts';
export {
  bankCards,
  type ChannelRow,
  channels,
  incoming,
  methods,
  type RechargeRow,
  recharges,
  type WatcherRow,
  walletAddresses,
  watchers,
  withdrawals,
} from './tables.ts';
export { claimsOn } from './transactions.ts';
export { paymentReceipts, readWatchers, receiveNotice } from './watching.ts';
export { accountOf, closeWithoutPaying, endWithdrawals, withdrawalApproval } from './withdrawal-decisions.ts';
export { openWithdrawalsTo, usablePayees } from './withdrawal-payees.ts';
export { changeNote, moveBrokerage, orderWithdrawal } from './withdrawals.ts';
