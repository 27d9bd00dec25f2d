import type { Step } from '@trade-assistant/contract/areas/app-manage/activity-fields.ts';
import { activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { formatMoney, type Micro, micros, parseMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { errorAt } from '../content/index.ts';
import { activityErrors } from './errors.ts';

/** A hundred percent, in micro-units. */
const HUNDRED = 100_000_000n;

type Rule = readonly Step[] | null;

export const inWords = (amount: bigint): string => `${formatMoney(amount, 2)} ${BOOK_CURRENCY}`;

/** Returns the lower of two amounts; `Math.min` knows none. */
export function lower(a: Micro, b: Micro): Micro {
  if (a < b) return a;
  return b;
}

/** Returns the bonus of the highest step that an amount reaches, rounded down; zero below the first step. */
export function bonusOfRule(rule: Rule, amount: bigint): Micro {
  const step = (rule ?? []).findLast(({ min }) => amount >= parseMoney(min));
  if (!step) return ZERO;
  if (step.bonus) return parseMoney(step.bonus);
  const share = micros((amount * parseMoney(step.rate ?? '0')) / HUNDRED);
  const cap = step.cap ? parseMoney(step.cap) : share;
  return lower(share, cap);
}

interface Promised {
  readonly activityType: number;
  readonly ruleJson: Rule;
  readonly budget: bigint | null;
  readonly perUserLimit: bigint | null;
}

/** Refuses rules that no bonus could follow from, at their field. @throws STEP_…, LIMIT_LOW */
export function assertSound({ activityType: type, ruleJson, budget, perUserLimit }: Promised): void {
  if (type === activityType.is.notice || !ruleJson) return;
  const refuse = (code: Parameters<typeof refusal>[0], n: number) => refusal(code, n);
  let before = -1n;
  for (const [index, { min, bonus, rate, cap }] of ruleJson.entries()) {
    const n = index + 1;
    const from = parseMoney(min);
    if (from <= before) throw refuse('STEP_ORDER', n);
    before = from;
    const isFixed = Boolean(bonus) && parseMoney(bonus ?? '0') > 0n;
    const isShare = Boolean(rate) && Number(rate) > 0;
    if (isFixed === isShare || (bonus && !isFixed)) throw refuse('STEP_BONUS', n);
    if (isShare && Number(rate) > 100) throw refuse('STEP_RATE', n);
    if (cap && (!isShare || parseMoney(cap) <= 0n)) throw refuse('STEP_CAP', n);
    if (type !== activityType.is.recharge && (ruleJson.length > 1 || isShare)) throw refuse('STEP_ONE', n);
  }
  const least = ruleJson
    .flatMap(({ bonus }) => (bonus ? [parseMoney(bonus)] : []))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const [once = 1n] = least;
  if (budget !== null && perUserLimit !== null && (perUserLimit < once || perUserLimit > budget))
    throw errorAt('perUserLimit', activityErrors, 'LIMIT_LOW', { amount: inWords(once) });
}

const refusal = (code: 'STEP_ORDER' | 'STEP_BONUS' | 'STEP_RATE' | 'STEP_CAP' | 'STEP_ONE', n: number) =>
  errorAt('ruleJson', activityErrors, code, { n: String(n) });
