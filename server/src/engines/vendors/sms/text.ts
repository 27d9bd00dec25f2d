import { smsEncoding } from '@trade-assistant/contract/message-dictionaries.ts';
import { SMS_PARTS_MAX, smsParts, smsVariables, withValues } from '@trade-assistant/contract/sms-text.ts';
import { gsm, ucs2 } from '../smpp/index.ts';
import { smsErrors } from './errors.ts';

export interface Segmented {
  readonly encoding: 1 | 2;
  /** Content of each part in that encoding. */
  readonly parts: readonly Buffer[];
}

/** Returns a text in the encoding for phones: the GSM alphabet if possible (one septet per byte), else UCS-2. */
export function segmentsOf(text: string): Segmented {
  const { encoding, parts } = smsParts(text);
  const encode = encoding === smsEncoding.is.gsm7 ? gsm.encode : ucs2.encode;
  return { encoding, parts: parts.map((part) => encode(part) ?? Buffer.alloc(0)) };
}

/** @throws SMS_TOO_LONG beyond six segments */
export function segmentsOfMessage(text: string): Segmented {
  const segmented = segmentsOf(text);
  const segments = segmented.parts.length;
  if (segments > SMS_PARTS_MAX) throw smsErrors.SMS_TOO_LONG({ segments, most: SMS_PARTS_MAX });
  return segmented;
}

/** Returns a text with each `{name}` replaced by its value. @throws SMS_PARAMETERS naming those without a value */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  const missing = smsVariables(template).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) throw smsErrors.SMS_PARAMETERS({ names: missing.join(', ') });
  return withValues(template, values);
}
