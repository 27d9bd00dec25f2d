/** The payments' front door: nothing else of this folder is imported from outside. */
export { paymentErrors } from './errors.ts';
export { methodsFor, proposeReceiving, receivingApproval } from './methods.ts';
export { localAmountOf } from './payable.ts';
export { addressToWrite, afterPayeeSaved, assertOwn, cardToWrite, oneOfEach, ownPayees } from './payees.ts';
export { pictureNamed, proofAddress, proofToWrite } from './proofs.ts';
export {
  correctRecharge,
  expireRecharges,
  methodOf,
  orderRecharge,
  passRecharges,
  refuseRecharges,
  tellFinance,
} from './recharges.ts';
export { bankCards, methods, type RechargeRow, recharges, walletAddresses } from './tables.ts';
