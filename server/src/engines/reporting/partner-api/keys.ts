import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type OpenScope, openKeyStatus, openScope } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { ACTIVE_KEYS } from '@trade-assistant/contract/areas/open/key.ts';
import { openErrors } from '@trade-assistant/contract/areas/open/v1/errors.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { tokenHash } from '../../../kernel/auth/tokens.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { type OpenKeyRow, openKeys } from './tables.ts';

const TOKEN = /^(tk_live_[0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;
declareLimit({ name: 'keys of an owner in use', window: 'ever', unit: 'things' });
/** How often the last use of a key is written. */
const USE_MILLIS = 60_000;

/** Settings of a key. */
export interface NewKey {
  readonly keyName: string;
  readonly scopes: number;
  readonly addresses: readonly string[];
  readonly spendDay: Micro | null;
  readonly spendMonth: Micro | null;
  readonly rateMinute: number;
  readonly expireTime: Date | null;
}

/** A key in use, with the present rights of its owner. */
export interface KeyInUse {
  readonly row: OpenKeyRow;
  readonly actor: Actor;
}

/** @throws KEY_AGENT_ONLY: staff have wider rights than any program should get by a key */
export function assertAgent({ userType: type }: Actor): void {
  if (type !== userType.is.agent && type !== userType.is.subUser) throw openErrors.KEY_AGENT_ONLY();
}

/** @throws KEY_NETWORK */
export function assertNetworks(addresses: readonly string[]): void {
  for (const network of addresses)
    if (!(network.includes('/') ? ipaddr.isValidCIDR(network) : ipaddr.isValid(network)))
      throw openErrors.KEY_NETWORK({ network }, { fields: [{ field: 'addresses', message: networkFault(network) }] });
}

const { zh, en } = openErrors.declarations.KEY_NETWORK;
const networkFault = (network: string) => ({
  zh: zh.replace('{network}', network),
  en: en.replace('{network}', network),
});

/** Creates a key of the actor. @returns the row and the whole key, which is not stored. @throws KEY_AGENT_ONLY, KEY_NETWORK, KEY_LIMIT */
export async function createKey(tx: Tx, actor: Actor, key: NewKey): Promise<{ row: OpenKeyRow; secretKey: string }> {
  assertAgent(actor);
  assertNetworks(key.addresses);
  await tx.execute(sql`select from sys_user where id = ${actor.userId} for update`);
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from open_key where owner_id = ${actor.userId} and status = ${openKeyStatus.is.active} and deleted_at is null
      and (expire_time is null or expire_time > now())`);
  if ((rows[0]?.n ?? 0) >= ACTIVE_KEYS) throw openErrors.KEY_LIMIT({ max: ACTIVE_KEYS });
  const keyId = `tk_live_${randomBytes(8).toString('hex')}`;
  const secretKey = `${keyId}_${randomBytes(32).toString('base64url')}`;
  const [row] = await tx
    .insert(openKeys)
    .values({
      ...key,
      addresses: [...key.addresses],
      tenantId: actor.tenantId,
      ownerId: actor.userId,
      ownerPath: actor.ownerPath,
      ownerName: actor.realName,
      keyId,
      keyHash: tokenHash(secretKey),
      status: openKeyStatus.is.active,
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning();
  invariant(row, 'open-key-inserted', keyId);
  return { row, secretKey };
}

/**
 * Returns the key of a request with the present rights of its owner. Nothing is cached: a revoked key and a disabled account are refused at once.
 * @throws KEY_INVALID, KEY_ACCOUNT, KEY_ADDRESS
 */
export async function authenticateKey(app: App, token: string, ip: string): Promise<KeyInUse> {
  const [, keyId] = TOKEN.exec(token) ?? [];
  if (keyId === undefined) throw openErrors.KEY_INVALID();
  const [row] = await app.db.drizzle
    .select()
    .from(openKeys)
    .where(and(eq(openKeys.keyId, keyId), eq(openKeys.status, openKeyStatus.is.active), isNull(openKeys.deletedAt)));
  const isRight = row !== undefined && isSame(row.keyHash, tokenHash(token));
  if (!isRight || (row.expireTime !== null && row.expireTime !== undefined && row.expireTime <= new Date()))
    throw openErrors.KEY_INVALID();
  const actor = await app.sessions.actorOf(app.db.drizzle, row.ownerId);
  if (!actor) throw openErrors.KEY_ACCOUNT();
  if (!isAllowed(row.addresses ?? [], ip)) throw openErrors.KEY_ADDRESS({ address: ip });
  await recordUse(app, row, ip);
  return { row, actor: { ...actor, ip } };
}

const isSame = (stored: string, given: string): boolean =>
  stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given));

/** Whether an address is in one of the networks; an IPv4 address in IPv6 notation is IPv4. */
export function isAllowed(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const range = network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`;
    if (!ipaddr.isValidCIDR(range)) return false;
    const [base, bits] = ipaddr.parseCIDR(range);
    return base.kind() === address.kind() && address.match([base, bits] as never);
  });
}

async function recordUse({ db }: App, { id, lastUsedTime, lastUsedIp }: OpenKeyRow, ip: string): Promise<void> {
  const isRecent = lastUsedTime && Date.now() - lastUsedTime.getTime() < USE_MILLIS;
  if (isRecent && lastUsedIp === ip) return;
  await db.drizzle.execute(sql`update open_key set last_used_time = now(), last_used_ip = ${ip} where id = ${id}`);
}

/** @throws KEY_SCOPE */
export function assertScope({ row }: KeyInUse, scope: OpenScope): void {
  if ((row.scopes & openScope.is[scope]) === 0) throw openErrors.KEY_SCOPE({ scope });
}

/** Marks keys whose time is over, so that lists show it; they were refused before. */
export const expireKeys = ({ db }: App): Promise<unknown> =>
  db.drizzle.execute(sql`
    update open_key set status = ${openKeyStatus.is.expired}, update_time = now() where status = ${openKeyStatus.is.active} and expire_time <= now()`);
