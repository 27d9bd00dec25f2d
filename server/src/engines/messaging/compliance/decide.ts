import {
  consentStatus,
  suppressionReason,
  suppressionScope,
  suppressionStatus,
} from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { channelBit } from './channels.ts';
import { digestsOf, type Recipient } from './digests.ts';

/** Numbers that one owner wants to use in one channel. */
export interface Batch {
  readonly tenantId: string;
  readonly ownerId: bigint;
  /** The owner and the agents above. */
  readonly ownerPath: string;
  /** A business type. */
  readonly channel: number;
  /** Null where the numbers are of several countries. */
  readonly countryCode: string | null;
  readonly consentId: bigint | null;
  /** Whether messages advertise; recipients who stopped marketing only get all others. */
  readonly isMarketing?: boolean;
  /** At most `DECIDE_MAX`. */
  readonly numbers: readonly Recipient[];
}

/** A refused number: a reason of `number_reject`, and the rule that refused it, such as `suppression/12`. */
export interface Refusal {
  readonly reason: number;
  readonly rule: string;
}

/** State of the declaration that a batch names; `unneeded` where none is named and none is required. */
export type ConsentState = 'valid' | 'expired' | 'missing' | 'unneeded';

export interface Decision {
  /** By index of the number; the others are allowed. */
  readonly refused: ReadonlyMap<number, Refusal>;
  /** Nothing may be used while it is `expired` or `missing`. */
  readonly consent: ConsentState;
}

/** Most numbers of one batch. */
export const DECIDE_MAX = 10_000;

const { suppressed, countryBlocked } = numberReject.is;
const { valid, expired } = consentStatus.is;

declareLimit({ name: 'last day of a declaration when numbers are used', window: 'use', unit: 'days' });
/**
 * Decides which numbers may be used now: blocked country, then suppression list, then declaration of source. One statement, which reads
 * what is committed at its start; run it in the transaction that hands the numbers over. The time compared is the statement's and not
 * the transaction's, so that a row added while the transaction ran counts.
 */
export async function decide(
  { secrets, parameters }: Pick<App, 'secrets' | 'parameters'>,
  run: Pick<Tx, 'execute'>,
  batch: Batch,
): Promise<Decision> {
  const { tenantId, ownerId, numbers, consentId } = batch;
  invariant(numbers.length <= DECIDE_MAX, 'compliance-batch', String(numbers.length));
  // An opt-out in one form of a number holds for its other forms.
  const digests = numbers.flatMap((number, n) => digestsOf(secrets, number).map((digest) => ({ ...digest, n })));
  const column = <T>(of: (one: (typeof digests)[number]) => T) => sql.param(digests.map(of));
  const owners = [...batch.ownerPath.matchAll(/\d+/g), [ownerId]].map(([id]) => BigInt(id as string | bigint));
  const { rows } = await run.execute<{
    blocked: boolean;
    consent: number | null;
    n: number | null;
    id: string | null;
  }>(sql`
    with facts as (
      select exists (select from inv_country where tenant_id = ${tenantId} and country_code = ${batch.countryCode}
          and deleted_at is null and is_blocked = 1) as blocked,
        (select case when status = ${valid} and valid_until >= ${todayOf(tenantId)} then ${valid}::int
            when status in (${valid}, ${expired}) then ${expired}::int end
          from cmp_consent where id = ${consentId} and tenant_id = ${tenantId} and owner_id = ${ownerId}
            and scope_channels & ${channelBit(batch.channel)}::int > 0 and deleted_at is null) as consent
    ), hits as (
      select l.n, s.id
      from unnest(${column(({ key }) => key)}::bigint[], ${column(({ n }) => n)}::int[], ${column(({ hash }) => hash)}::bytea[]) l (key, n, hash)
        -- The offset keeps the look-up by index for each number, whatever the planner estimates.
        cross join lateral (select s.id from cmp_suppression s
          where s.number_key = l.key and s.number_hash = l.hash and s.status = ${suppressionStatus.is.active} and s.deleted_at is null
            and (s.reason <> ${suppressionReason.is.marketing} or ${batch.isMarketing ?? false}::boolean)
            and s.channel in (0, ${batch.channel}) and s.effective_time <= statement_timestamp()
            and (s.expire_time is null or s.expire_time > statement_timestamp())
            and (s.scope = ${suppressionScope.is.platform} or s.tenant_id = ${tenantId}
              and (s.scope = ${suppressionScope.is.tenant} or s.owner_id = any(${sql.param(owners)}::bigint[])))
          offset 0) s
    )
    select f.blocked, f.consent, h.n, h.id::text from facts f left join hits h on true`);
  const refused = new Map<number, Refusal>();
  const [facts] = rows;
  if (facts?.blocked) {
    const refusal = { reason: countryBlocked, rule: `country/${batch.countryCode}` };
    for (const index of numbers.keys()) refused.set(index, refusal);
  } else
    for (const { n, id } of rows)
      if (n !== null && !refused.has(n)) refused.set(n, { reason: suppressed, rule: `suppression/${id}` });
  const isNeeded = consentId !== null || parameters.get(tenantId, 'checks.consent') === 1;
  const named = facts?.consent === valid ? 'valid' : facts?.consent === expired ? 'expired' : 'missing';
  return { refused, consent: isNeeded ? named : 'unneeded' };
}
