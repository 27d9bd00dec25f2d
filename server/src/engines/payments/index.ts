/** The payments' front door: nothing else of this folder is imported from outside. */
export { paymentErrors } from './errors.ts';
export { methodsFor, proposeReceiving, receivingApproval } from './methods.ts';
export { addressToWrite, afterPayeeSaved, assertOwn, cardToWrite, oneOfEach, ownPayees } from './payees.ts';
export { bankCards, methods, walletAddresses } from './tables.ts';
