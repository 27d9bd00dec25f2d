import { text } from '@trade-assistant/contract/kit/field.ts';

/** Asks why something is done. */
export const reasonFields = { reason: text({ label: { zh: '原因', en: 'Reason' }, max: 255, required: true }) };
