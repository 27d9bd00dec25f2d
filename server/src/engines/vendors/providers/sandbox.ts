import type { CheckAdapter, CheckAnswer, CheckBatch, CheckFinding, CheckVerdict } from './ports.ts';

/**
 * A provider for trials: its findings are invented. It answers at once from the number's last two digits, the same
 * every time: 00 vacant, 01 suspended, 02 in no register, 03 silent, 04 at risk, 05 unknown, 06 answers in the second
 * round, 07 likewise, 08 never; all others are in service: from 40 on with an account, from 70 on active as many days ago as the last
 * digit says.
 */
export const sandboxChecks: CheckAdapter = {
  submit: async (batch) => answerOf(batch),
  collect: async (batch) => answerOf(batch),
  ask: async (batch) => answerOf(batch),
  probe: async () => undefined,
};

const answerOf = ({ numbers, round, capability }: CheckBatch): CheckAnswer => ({
  state: 'answered',
  findings: numbers.flatMap((e164) => {
    const ending = Number(e164 % 100n);
    return ending === FAILING || (round === 1 && LATE.has(ending)) ? [] : [finding(e164, ending, capability)];
  }),
});

const VERDICTS: Readonly<Record<number, CheckVerdict>> = {
  0: 'vacant',
  1: 'suspended',
  2: 'absent',
  3: 'silent',
  4: 'risk',
  5: 'unknown',
};
const LATE: ReadonlySet<number> = new Set([6, 7]);
const FAILING = 8;
const NUMBER_STATUS = 1;
const REGISTERED_FROM = 40;
const ACTIVE_FROM = 70;

/** Only what was asked about: the status alone for the plainest check. */
const finding = (e164: bigint, ending: number, capability: number): CheckFinding => ({
  e164,
  verdict: VERDICTS[ending] ?? 'alive',
  ...(capability > NUMBER_STATUS && {
    registered: ending >= REGISTERED_FROM,
    business: ending >= REGISTERED_FROM && ending % 10 === 9,
    activeDays: ending >= ACTIVE_FROM ? ending % 10 : null,
  }),
});
