import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { verdictStates } from '@trade-assistant/contract/message-dictionaries.ts';
import type { Recipient } from './types.ts';

export type VerdictKind = 'overrule' | 'reset' | 'pass';

/** Verdicts with the states that they apply to; the server decides, and says which messages it leaves out. */
export const VERDICTS: readonly {
  readonly kind: VerdictKind;
  readonly words: Text;
  readonly from: readonly number[];
}[] = [
  { kind: 'overrule', words: { zh: '驳回', en: 'Overrule' }, from: verdictStates.OVERRULE },
  { kind: 'reset', words: { zh: '重发', en: 'Send again' }, from: verdictStates.RESET },
  { kind: 'pass', words: { zh: '认定', en: 'Decide' }, from: verdictStates.PASS },
];

export const applies = (kind: VerdictKind, { lineStatus: status }: Recipient): boolean =>
  VERDICTS.some((verdict) => verdict.kind === kind && verdict.from.includes(status));
