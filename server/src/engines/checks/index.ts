export { type CheckChannel, telegram, whatsapp } from './channels.ts';
export { createCheck } from './create.ts';
export { checkKinds, payerOf } from './kind.ts';
export { paceOf } from './pace.ts';
export { linesToUpgrade } from './passed-lines.ts';
export { PURGED_ON_REQUEST, purgeCheck } from './purge.ts';
export { CHECK_MINIMUM, quoteCheck } from './quote.ts';
export { resumeCheck } from './resume.ts';
export { upgradeCheck } from './upgrade.ts';
