export { CAPABILITY, type CheckChannel, telegram, whatsapp } from './channels.ts';
export { createCheck, type NewCheck } from './create.ts';
export { checkErrors } from './errors.ts';
export { checkKinds, payerOf } from './kind.ts';
export { CHECK_MINIMUM, quoteCheck } from './quote.ts';
export { upgradeCheck } from './upgrade.ts';
