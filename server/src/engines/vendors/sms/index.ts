export { checkProvider, SMS_SERVICES } from './providers.ts';
export { awaitMessages, pendingAnswer, reserveMessages } from './send.ts';
export { smsService, smsTimers } from './sender.ts';
export { type SmsMessage, smsMessages, smsProviders } from './tables.ts';
