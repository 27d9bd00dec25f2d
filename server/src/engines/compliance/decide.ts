import {
  consentStatus,
  suppressionScope,
  suppressionStatus,
} from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { todayOf } from '../../kernel/db/business-days.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { invariant } from '../../kernel/invariant.ts';
import { channelBit } from './channels.ts';
import { digestOf, type Recipient } from './digests.ts';

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
  const digests = numbers.map((number) => digestOf(secrets, number));
  const owners = [...batch.ownerPath.matchAll(/\d+/g), [ownerId]].map(([id]) => BigInt(id as string | bigint));
  const { rows } = await run.execute<{
    blocked: boolean;
    consent: number | null;
    n: number | null;
    id: string | null;
    hash: Buffer | null;
  }>(sql`
    with facts as (
      select exists (select from inv_country where tenant_id = ${tenantId} and country_code = ${batch.countryCode}
          and deleted_at is null and is_blocked = 1) as blocked,
        (select case when status = ${valid} and valid_until >= ${todayOf(tenantId)} then ${valid}::int
            when status in (${valid}, ${expired}) then ${expired}::int end
          from cmp_consent where id = ${consentId} and tenant_id = ${tenantId} and owner_id = ${ownerId}
            and scope_channels & ${channelBit(batch.channel)}::int > 0 and deleted_at is null) as consent
    ), hits as (
      select l.n::int - 1 as n, s.id, s.number_hash
      from unnest(${sql.param(digests.map(({ key }) => key))}::bigint[]) with ordinality l (key, n)
        -- The offset keeps the look-up by index for each number, whatever the planner estimates.
        cross join lateral (select s.id, s.number_hash from cmp_suppression s
          where s.number_key = l.key and s.status = ${suppressionStatus.is.active} and s.deleted_at is null
            and s.channel in (0, ${batch.channel}) and s.effective_time <= statement_timestamp()
            and (s.expire_time is null or s.expire_time > statement_timestamp())
            and (s.scope = ${suppressionScope.is.platform} or s.tenant_id = ${tenantId}
              and (s.scope = ${suppressionScope.is.tenant} or s.owner_id = any(${sql.param(owners)}::bigint[])))
          offset 0) s
    )
    select f.blocked, f.consent, h.n, h.id::text, h.number_hash as hash from facts f left join hits h on true`);
  const refused = new Map<number, Refusal>();
  const [facts] = rows;
  if (facts?.blocked) {
    const refusal = { reason: countryBlocked, rule: `country/${batch.countryCode}` };
    for (const index of numbers.keys()) refused.set(index, refusal);
  } else
    for (const { n, id, hash } of rows) {
      if (n === null || !hash || refused.has(n) || !digests[n]?.hash.equals(hash)) continue;
      refused.set(n, { reason: suppressed, rule: `suppression/${id}` });
    }
  const isNeeded = consentId !== null || parameters.get(tenantId, 'checks.consent') === 1;
  const named = facts?.consent === valid ? 'valid' : facts?.consent === expired ? 'expired' : 'missing';
  return { refused, consent: isNeeded ? named : 'unneeded' };
}
