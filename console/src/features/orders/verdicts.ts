import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import type { Recipient } from './types.ts';

export type VerdictKind = 'overrule' | 'reset' | 'pass';

const { submitted, delivered, read, failed, expired, overruled } = lineStatus.is;

/** Verdicts with the states that they apply to; the server decides, and says which messages it leaves out. */
export const VERDICTS: readonly {
  readonly kind: VerdictKind;
  readonly words: Text;
  readonly from: readonly number[];
}[] = [
  { kind: 'overrule', words: { zh: '驳回', en: 'Overrule' }, from: [submitted, delivered, read] },
  { kind: 'reset', words: { zh: '重发', en: 'Send again' }, from: [failed, expired, overruled] },
  { kind: 'pass', words: { zh: '认定', en: 'Decide' }, from: [submitted, delivered, failed, expired] },
];

export const applies = (kind: VerdictKind, { lineStatus: status }: Recipient): boolean =>
  VERDICTS.some((verdict) => verdict.kind === kind && verdict.from.includes(status));
