import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { errorPolicyClass } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { PLATFORM } from '../../../../kernel/parameters/index.ts';
import { errorPolicies } from '../tables.ts';
import { policySeeds } from './policy-seeds.ts';
import { smppPolicySeeds } from './smpp/policy-seeds.ts';

const { trial, whatsapp } = providerProtocol.is;
/** Reason of rows that nobody changed. */
const BUILT_IN = '系统内置 / Built in';

/** The consequence of an error. */
export interface ErrorPolicy {
  /** As `errorPolicyClass`. */
  readonly class: number;
  /** The next try is after `delaySeconds * growth ** tries`. */
  readonly delaySeconds: number;
  readonly growth: number;
  readonly triesMax: number;
  /** Whether the recipient opted out: it is suppressed. */
  readonly isSuppressing: boolean;
  /** Whether a failed message may be reset and sent again. */
  readonly isResettable: boolean;
  readonly text: { readonly zh: string; readonly en: string };
  readonly advice: { readonly zh: string; readonly en: string };
}

const UNKNOWN: ErrorPolicy = {
  class: errorPolicyClass.is.final,
  delaySeconds: 0,
  growth: 1,
  triesMax: 0,
  isSuppressing: false,
  isResettable: true,
  text: { zh: '未登记的错误', en: 'Unlisted error' },
  advice: { zh: '在“错误处理规则”中登记此错误码', en: 'Add this code to the error rules' },
};

/** Returns the consequence of an error. */
export type PolicyOf = (error: { readonly code: string; readonly isTemporary?: true }) => ErrorPolicy;

/**
 * Returns a function from an error of a protocol to the consequence of its code. An unlisted code is final, unless the server of the channel
 * failed; a person may send such a message again.
 */
export async function policiesOf(run: Pick<Tx, 'select'>, tenantId: string, protocol: number): Promise<PolicyOf> {
  const rows = await run
    .select()
    .from(errorPolicies)
    .where(
      and(
        inArray(errorPolicies.tenantId, [PLATFORM, tenantId]),
        eq(errorPolicies.protocol, protocol === trial ? whatsapp : protocol),
        isNull(errorPolicies.deletedAt),
      ),
    )
    // The tenant's own rows replace those of the platform.
    .orderBy(sql`${errorPolicies.tenantId} = ${tenantId}`);
  const exact = new Map<string, ErrorPolicy>();
  const ranges: { from: number; to: number; policy: ErrorPolicy }[] = [];
  for (const row of rows) {
    const policy: ErrorPolicy = {
      class: row.policyClass,
      delaySeconds: row.delaySeconds,
      growth: row.growth,
      triesMax: row.triesMax,
      isSuppressing: row.isSuppressing === 1,
      isResettable: row.isResettable === 1,
      text: { zh: row.meaning, en: row.meaningEn },
      advice: { zh: row.advice ?? '', en: row.adviceEn ?? '' },
    };
    const [, from, to] = /^(\d+)-(\d+)$/.exec(row.errorCode) ?? [];
    if (from && to) ranges.unshift({ from: Number(from), to: Number(to), policy });
    else exact.set(row.errorCode, policy);
  }
  return ({ code, isTemporary }) =>
    exact.get(code) ??
    (/^\d{1,9}$/.test(code) ? ranges.find(({ from, to }) => Number(code) >= from && Number(code) <= to) : undefined)
      ?.policy ??
    (isTemporary ? exact.get('5xx') : undefined) ??
    UNKNOWN;
}

/** Adds consequences of documented codes that are missing. Changes no existing rows. */
export async function seedErrorPolicies(tx: Tx): Promise<void> {
  const known = await tx
    .select({ protocol: errorPolicies.protocol, errorCode: errorPolicies.errorCode })
    .from(errorPolicies)
    .where(eq(errorPolicies.tenantId, PLATFORM));
  const keys = new Set(known.map(({ protocol, errorCode }) => `${protocol} ${errorCode}`));
  const missing = [...policySeeds, ...smppPolicySeeds].filter(
    ({ protocol, errorCode }) => !keys.has(`${protocol} ${errorCode}`),
  );
  if (missing.length === 0) return;
  await tx.insert(errorPolicies).values(
    missing.map(({ meaning, advice, ...row }) => ({
      ...{ delaySeconds: 0, growth: 1, triesMax: 0, isSuppressing: 0 as const, isResettable: 0 as const },
      ...row,
      tenantId: PLATFORM,
      meaning: meaning[0],
      meaningEn: meaning[1],
      advice: advice[0],
      adviceEn: advice[1],
      lastReason: BUILT_IN,
      isBuiltIn: 1 as const,
    })),
  );
}
