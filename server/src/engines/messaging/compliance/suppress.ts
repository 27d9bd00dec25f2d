import {
  suppressionReason,
  suppressionScope,
  suppressionStatus,
} from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { suppression } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { splitNumbers } from '@trade-assistant/contract/kit/phone-number.ts';
import { sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { PLATFORM } from '../../../kernel/parameters/index.ts';
import { maskLine, maskNumber, normalise } from '../../../kernel/phone/index.ts';
import { logStates } from '../../../kernel/resource/states.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { digestOf, digestsOf, type Recipient } from './digests.ts';
import { atField, complianceErrors } from './errors.ts';
import type { SuppressionRow } from './tables.ts';

/** Where, for whom, why and how long numbers are suppressed. */
export interface SuppressionRule {
  readonly scope: number;
  readonly ownerId: bigint | null;
  readonly ownerName: string | null;
  readonly channel: number;
  readonly reason: number;
  readonly sourceRef: string | null;
  /** Null: at once. */
  readonly effectiveTime: Date | null;
  readonly expireTime: Date | null;
}

type GivenRule = Partial<{ [K in keyof SuppressionRule]: SuppressionRule[K] | undefined }>;

const { platform, tenant, owner } = suppressionScope.is;
const { optOut, regulator, legal, byHand } = suppressionReason.is;
const SHOWN = 5;
/** Characters of a channel's id that lists show. */
const SHOWN_OF_ID = 6;

/**
 * Returns a checked rule; that of an agent is for the agent and those below.
 * @throws SUPPRESSION_PLATFORM, SUPPRESSION_OWNER, SUPPRESSION_NEVER_EXPIRES, SUPPRESSION_STAFF
 */
export async function ruleOf(tx: Tx, actor: Actor, given: GivenRule): Promise<SuppressionRule> {
  const isStaff = actor.userType === userType.is.staff;
  const { reason = byHand, expireTime = null } = given;
  const scope = isStaff ? (given.scope ?? tenant) : owner;
  if (!isStaff && (reason === regulator || reason === legal)) throw atField('reason', 'SUPPRESSION_STAFF');
  if (scope === platform && actor.tenantId !== PLATFORM) throw complianceErrors.SUPPRESSION_PLATFORM();
  if ((reason === optOut || reason === regulator) && expireTime !== null)
    throw atField('expireTime', 'SUPPRESSION_NEVER_EXPIRES');
  const ofOwner = isStaff ? (given.ownerId ?? null) : actor.userId;
  const ownerId = scope === owner ? ofOwner : null;
  return {
    scope,
    ownerId,
    ownerName: scope === owner ? await nameOfOwner(tx, actor, ownerId) : null,
    channel: given.channel ?? 0,
    reason,
    sourceRef: given.sourceRef ?? null,
    effectiveTime: given.effectiveTime ?? null,
    expireTime,
  };
}

/** Returns the name of an agent or sub-user. @throws SUPPRESSION_OWNER */
export async function nameOfOwner(tx: Tx, { tenantId }: Actor, ownerId: bigint | null): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select coalesce(nullif(real_name, ''), account) as name from sys_user
    where id = ${ownerId} and tenant_id = ${tenantId} and owner_path <> '/' and deleted_at is null`);
  if (!rows[0]) throw atField('ownerId', 'SUPPRESSION_OWNER');
  return rows[0].name;
}

/** Returns the numbers and WhatsApp's user ids of a text, each once. @throws SUPPRESSION_NUMBERS naming the first ones that are invalid */
export function numbersIn(text: string, field: string): (bigint | string)[] {
  const good = new Set<bigint | string>();
  const bad: string[] = [];
  for (const piece of splitNumbers(text)) {
    const read = readRecipient(piece);
    if (read !== null) good.add(read);
    else bad.push(maskLine(piece.slice(0, 32)));
  }
  if (bad.length > 0 || good.size === 0)
    throw atField(field, 'SUPPRESSION_NUMBERS', { n: bad.length, list: bad.slice(0, SHOWN).join(' · ') });
  return [...good];
}

/** An id of a person for one business, or for several that belong together. */
const USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Returns a number in any notation, or an id of WhatsApp as it is; null for anything else. */
export function readRecipient(written: string): bigint | string | null {
  const read = normalise(written);
  if (read.ok) return read.e164;
  return USER_ID.test(written) ? written : null;
}

/** Adds numbers; those that are in force with the same scope, channel and reason stay as they are. @returns the row of the first number, and how many were added */
export async function suppress(
  tx: Tx,
  actor: Actor,
  secrets: Pick<Secrets, 'digest'>,
  rule: SuppressionRule,
  numbers: readonly Recipient[],
): Promise<{ id: bigint; added: number }> {
  const digests = numbers.map((number) => ({
    ...digestOf(secrets, number),
    masked: maskedOf(number),
  }));
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into cmp_suppression (tenant_id, number_key, number_hash, number, ${RULE_COLUMNS}, create_user, create_user_name)
    select ${actor.tenantId}, key, hash, masked, ${ruleValues(rule)}, ${actor.userId}, ${actor.realName}
    from unnest(${sql.param(digests.map(({ key }) => key))}::bigint[], ${sql.param(digests.map(({ hash }) => hash))}::bytea[],
      ${sql.param(digests.map(({ masked }) => masked))}::text[]) as n (key, hash, masked)
    on conflict do nothing returning id::text`);
  const added = rows.map(({ id }) => BigInt(id));
  const change = { type: suppression.name, from: null, to: suppressionStatus.is.active, event: 'create' };
  await logStates(tx, actor, change, added);
  const [first] = digests;
  const found = await tx.execute<{ id: string }>(sql`
    select id::text from cmp_suppression where number_key = ${first?.key} and number_hash = ${first?.hash} and tenant_id = ${actor.tenantId}
      and scope = ${rule.scope} and channel = ${rule.channel} and reason = ${rule.reason} and owner_id is not distinct from ${rule.ownerId}
      and status = 1`);
  return { id: BigInt(found.rows[0]?.id ?? added[0] ?? 0), added: added.length };
}

/**
 * Copies the entries that hold for a person to new numbers and ids of the same person; the old ones keep theirs. An entry of the platform
 * becomes one of the tenant, whose channel reported the change.
 */
export async function followRecipient(
  tx: Tx,
  secrets: Pick<Secrets, 'digest'>,
  { tenantId, channel }: { readonly tenantId: string; readonly channel: number },
  { from, to }: { readonly from: readonly Recipient[]; readonly to: readonly Recipient[] },
): Promise<void> {
  const old = from.flatMap((one) => digestsOf(secrets, one));
  const next = to.map((one) => ({ ...digestOf(secrets, one), masked: maskedOf(one) }));
  const actor = systemActor(tenantId);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into cmp_suppression (tenant_id, number_key, number_hash, number, scope, owner_id, owner_name, channel, reason, source_ref,
      effective_time, expire_time, status, create_user, create_user_name)
    select ${tenantId}, n.key, n.hash, n.masked, greatest(s.scope, ${tenant}::int), s.owner_id, s.owner_name, s.channel, s.reason, s.source_ref,
      s.effective_time, s.expire_time, s.status, ${actor.userId}::bigint, ${actor.realName}
    from unnest(${sql.param(old.map(({ key }) => key))}::bigint[], ${sql.param(old.map(({ hash }) => hash))}::bytea[]) o (key, hash)
      join cmp_suppression s on s.number_key = o.key and s.number_hash = o.hash and s.status = ${suppressionStatus.is.active}
        and s.deleted_at is null and s.channel in (0, ${channel}) and (s.scope = ${platform} or s.tenant_id = ${tenantId})
      cross join unnest(${sql.param(next.map(({ key }) => key))}::bigint[], ${sql.param(next.map(({ hash }) => hash))}::bytea[],
        ${sql.param(next.map(({ masked }) => masked))}::text[]) n (key, hash, masked)
    where n.hash <> s.number_hash
    on conflict do nothing returning id::text`);
  const change = { type: suppression.name, from: null, to: suppressionStatus.is.active, event: 'create' };
  await logStates(
    tx,
    actor,
    change,
    rows.map(({ id }) => BigInt(id)),
  );
}

/** Returns a number or an id as lists show it. */
export const maskedOf = (one: Recipient): string =>
  typeof one === 'string' ? `${one.slice(0, SHOWN_OF_ID)}••••` : maskNumber(BigInt(one));

export const RULE_COLUMNS = sql.raw(
  'scope, owner_id, owner_name, channel, reason, source_ref, effective_time, expire_time, status',
);

/** Returns the values of `RULE_COLUMNS`. */
export const ruleValues = ({
  scope,
  ownerId,
  ownerName,
  channel,
  reason,
  sourceRef,
  effectiveTime,
  expireTime,
}: SuppressionRule) =>
  sql`${scope}::int, ${ownerId}::bigint, ${ownerName}::text, ${channel}::int, ${reason}::int, ${sourceRef}::text,
    coalesce(${effectiveTime}::timestamptz, statement_timestamp()), ${expireTime}::timestamptz, ${suppressionStatus.is.active}::int`;

/** Returns the condition for the rows of a number. */
export function havingDigest(secrets: Pick<Secrets, 'digest'>, number: bigint) {
  const digests = digestsOf(secrets, number);
  return sql`(number_key = any(${sql.param(digests.map(({ key }) => key))}::bigint[])
    and number_hash = any(${sql.param(digests.map(({ hash }) => hash))}::bytea[]))`;
}

/** Returns the condition of a search by whole numbers in any notation; parts of numbers are not found, only digests are stored. */
export function havingNumber(secrets: Pick<Secrets, 'digest'>, text: string) {
  const digests = splitNumbers(text).flatMap((piece) => {
    const read = readRecipient(piece);
    return read === null ? [] : digestsOf(secrets, read);
  });
  return sql`(number_key = any(${sql.param(digests.map(({ key }) => key))}::bigint[])
    and number_hash = any(${sql.param(digests.map(({ hash }) => hash))}::bytea[]))`;
}

/** Notes why rows are removed. @throws SUPPRESSION_FIXED for an entry of a regulator, which the database keeps, too */
export async function recordRemoval(tx: Tx, rows: readonly SuppressionRow[], reason: string): Promise<void> {
  if (rows.some((row) => row.reason === regulator)) throw complianceErrors.SUPPRESSION_FIXED();
  await tx.execute(sql`update cmp_suppression set remove_reason = ${reason}
    where id = any(${sql.param(rows.map(({ id }) => id))}::bigint[])`);
}
