export { checkProvider, useProvider } from './providers.ts';
export { deliverMessages, pendingAnswer, reserveMessages } from './send.ts';
export { type SmsMessage, smsMessages, smsProviders } from './tables.ts';
