import type { CheckFinding, CheckVerdict, ValidationPort } from './validation.ts';

/**
 * A provider for trials: its findings are invented. It answers at once from the number's last two digits, the same
 * every time: 00 vacant, 01 suspended, 02 in no register, 03 silent, 04 at risk, 05 unknown, 06 answers at the second
 * attempt, 07 throttled at the first attempt, 08 always fails; all others are in service.
 */
export const sandboxValidation: ValidationPort = {
  code: 'sandbox',
  evidence: 3,
  batchMax: 1000,
  lookUp: async (numbers, { attempt }) => {
    const findings: CheckFinding[] = [];
    const retry: bigint[] = [];
    for (const e164 of numbers) {
      const ending = Number(e164 % 100n);
      const fails = ending === FAILING || (attempt === 1 && LATE.has(ending));
      if (fails) retry.push(e164);
      else findings.push(finding(e164, VERDICTS[ending] ?? 'alive'));
    }
    return { findings, retry };
  },
};

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

const DETAILS = {
  alive: { zh: '在用', en: 'In service' },
  silent: { zh: '沉默号', en: 'Silent' },
  risk: { zh: '风险号', en: 'At risk' },
  vacant: { zh: '空号', en: 'Vacant' },
  suspended: { zh: '停机', en: 'Suspended' },
  absent: { zh: '库无', en: 'Not registered' },
  unknown: { zh: '未知', en: 'Unknown' },
} as const satisfies Record<CheckVerdict, CheckFinding['detail']>;

const finding = (e164: bigint, verdict: CheckVerdict): CheckFinding => ({
  e164,
  verdict,
  detail: DETAILS[verdict],
  evidence: 3,
});
