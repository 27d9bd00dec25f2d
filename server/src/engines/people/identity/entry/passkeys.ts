import { createHash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { newTicket, TICKET_LIFE_SECONDS, takeTicket } from '../../../../kernel/auth/tickets.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import { declareLimit } from '../../../../kernel/declared-limits.ts';
import { identityErrors } from '../errors.ts';
import { checkOwnPassword } from './own-password.ts';

const RELYING_PARTY = 'Trade Assistant';
const MAX_PASSKEYS = 20;
declareLimit({ name: 'passkeys of a user', window: 'ever', unit: 'things' });

/** The browser's answer as JSON; the library checks every part of it. */
export type Ceremony = Readonly<Record<string, unknown>>;

export interface PasskeyChallenge {
  readonly ticket: string;
  readonly options: Record<string, unknown>;
}

export interface Passkey {
  readonly id: bigint;
  readonly name: string;
  readonly host: string;
  readonly isSynced: boolean;
  readonly createTime: Date;
  readonly lastUsedTime: Date | null;
}

interface PasskeyRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly rp_id: string;
  readonly backed_up: boolean;
  readonly created: number;
  readonly used: number | null;
}

export async function ownPasskeys(executor: Pick<Tx, 'execute'>, actor: Actor): Promise<Passkey[]> {
  const found = await executor.execute<PasskeyRow>(sql`
    select id::text, name, rp_id, backed_up, extract(epoch from create_time)::float8 as created,
      extract(epoch from last_used_at)::float8 as used
    from auth_passkey where user_id = ${actor.userId} order by id`);
  return found.rows.map((row) => ({
    id: BigInt(row.id),
    name: row.name,
    host: row.rp_id,
    isSynced: row.backed_up,
    createTime: new Date(row.created * 1000),
    lastUsedTime: row.used === null ? null : new Date(row.used * 1000),
  }));
}

/**
 * Starts adding a passkey for the host of the console. The passkey replaces password and code, so it must verify its
 * owner (finger, face or PIN) and work without an account name. @throws PASSWORD_WRONG, SIGN_IN_LOCKED, PASSKEY_LIMIT
 */
export async function beginPasskey(
  db: Db,
  actor: Actor,
  input: { password: string; host: string },
): Promise<PasskeyChallenge> {
  await checkOwnPassword(db, actor, input.password);
  const known = await db.drizzle.execute<{ credential_id: string; transports: string[] }>(
    sql`select credential_id, transports from auth_passkey where user_id = ${actor.userId}`,
  );
  if (known.rows.length >= MAX_PASSKEYS) throw identityErrors.PASSKEY_LIMIT({ max: MAX_PASSKEYS });
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY,
    rpID: input.host,
    userName: actor.account,
    userDisplayName: actor.realName,
    userID: handleOf(actor.userId),
    timeout: TICKET_LIFE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: known.rows.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const data = { challenge: options.challenge, host: input.host };
  const ticket = await newTicket(db.drizzle, 'passkey-register', { userId: actor.userId, data });
  return { ticket, options: { ...options } };
}

/** Adds the passkey that the browser created. @throws TICKET_EXPIRED, PASSKEY_REFUSED, PASSKEY_LIMIT, PASSKEY_EXISTS */
export async function addPasskey(
  db: Db,
  actor: Actor,
  input: { ticket: string; name: string; credential: Ceremony },
): Promise<bigint> {
  const ticket = await takeTicket(db.drizzle, 'passkey-register', input.ticket);
  if (!ticket || ticket.userId !== actor.userId) throw identityErrors.TICKET_EXPIRED();
  const { challenge, host } = ticket.data as { challenge: string; host: string };
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: input.credential as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: originOf(input.credential, host),
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified.verified) throw identityErrors.PASSKEY_REFUSED();
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return db.tx((tx) =>
    storePasskey(tx, actor, {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transportsOf(credential.transports),
      host,
      name: input.name,
      isSynced: credentialBackedUp,
    }),
  );
}

/** A passkey whose creation was verified. */
export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly host: string;
  readonly name: string;
  readonly isSynced: boolean;
}

/**
 * Stores a passkey. Locks the user, because several may be under way that each began below the limit. @returns its id
 * @throws PASSKEY_LIMIT, PASSKEY_EXISTS
 */
export async function storePasskey(tx: Tx, { userId }: Pick<Actor, 'userId'>, passkey: NewPasskey): Promise<bigint> {
  await tx.execute(sql`select from sys_user where id = ${userId} for no key update`);
  const held = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from auth_passkey where user_id = ${userId}`,
  );
  if ((held.rows[0]?.n ?? 0) >= MAX_PASSKEYS) throw identityErrors.PASSKEY_LIMIT({ max: MAX_PASSKEYS });
  const { credentialId, publicKey, counter, transports, host, name, isSynced } = passkey;
  const added = await tx.execute<{ id: string }>(sql`
    insert into auth_passkey (user_id, credential_id, public_key, sign_count, transports, rp_id, name, backed_up)
    values (${userId}, ${credentialId}, ${publicKey}, ${counter}, ${`{${transports.join(',')}}`}::text[], ${host}, ${name}, ${isSynced})
    on conflict (credential_id) do nothing returning id::text`);
  if (!added.rows[0]) throw identityErrors.PASSKEY_EXISTS();
  return BigInt(added.rows[0].id);
}

/** @throws NOT_FOUND, also for passkeys of other users */
export async function renamePasskey(tx: Tx, actor: Actor, input: { id: bigint; name: string }): Promise<void> {
  const renamed = await tx.execute(
    sql`update auth_passkey set name = ${input.name} where id = ${input.id} and user_id = ${actor.userId} returning id`,
  );
  if (renamed.rows.length === 0) throw commonErrors.NOT_FOUND();
}

/** @throws NOT_FOUND, also for passkeys of other users */
export async function removePasskey(tx: Tx, actor: Actor, input: { id: bigint }): Promise<void> {
  const removed = await tx.execute(
    sql`delete from auth_passkey where id = ${input.id} and user_id = ${actor.userId} returning id`,
  );
  if (removed.rows.length === 0) throw commonErrors.NOT_FOUND();
}

/** Starts a sign-in without an account name; the browser offers every passkey it has for this host. */
export async function beginPasskeySignIn(db: Db, input: { host: string }): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: input.host,
    timeout: TICKET_LIFE_SECONDS * 1000,
    userVerification: 'required',
  });
  const data = { challenge: options.challenge, host: input.host };
  const ticket = await newTicket(db.drizzle, 'passkey-sign-in', { userId: null, data });
  return { ticket, options: { ...options } };
}

/** Returns the owner of the passkey that answered. @throws TICKET_EXPIRED, PASSKEY_UNKNOWN, PASSKEY_REFUSED */
export async function userOfPasskey(db: Db, input: { ticket: string; credential: Ceremony }): Promise<bigint> {
  const ticket = await takeTicket(db.drizzle, 'passkey-sign-in', input.ticket);
  if (!ticket) throw identityErrors.TICKET_EXPIRED();
  const { challenge, host } = ticket.data as { challenge: string; host: string };
  const credentialId = typeof input.credential['id'] === 'string' ? input.credential['id'] : '';
  const found = await db.drizzle.execute<{
    id: string;
    user_id: string;
    public_key: string;
    sign_count: string;
    transports: string[];
  }>(sql`
    select id::text, user_id::text, public_key, sign_count::text, transports from auth_passkey
    where credential_id = ${credentialId} and rp_id = ${host}`);
  const row = found.rows[0];
  if (!row) throw identityErrors.PASSKEY_UNKNOWN();
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: input.credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: originOf(input.credential, host),
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: Number(row.sign_count),
      transports: row.transports,
    },
  }).catch(refuse);
  if (!verified) throw identityErrors.PASSKEY_REFUSED();
  await db.drizzle.execute(sql`
    update auth_passkey set last_used_at = now(), sign_count = ${authenticationInfo.newCounter},
      backed_up = ${authenticationInfo.credentialBackedUp}
    where id = ${BigInt(row.id)}`);
  return BigInt(row.user_id);
}

/** Loaded on first use: certificate parsers make it heavy, and most processes never need it. */
const library = () => import('@simplewebauthn/server');

/**
 * Returns the origin that the browser reports if it belongs to the host. Browsers act on secure origins only;
 * `localhost` is one. Ports are not compared, because a proxy may listen on another port.
 */
function originOf(credential: Ceremony, host: string): string {
  try {
    const { clientDataJSON } = credential['response'] as { clientDataJSON: string };
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { origin: string };
    const { hostname, protocol } = new URL(origin);
    if (hostname === host && (protocol === 'https:' || host === 'localhost')) return origin;
  } catch {
    // Refused below, like every other malformed answer.
  }
  throw identityErrors.PASSKEY_REFUSED();
}

/** The user handle stored in an authenticator: stable for one user, and it reveals nothing. */
const handleOf = (userId: bigint) =>
  new Uint8Array(createHash('sha256').update(`trade-assistant user ${userId}`).digest());

/** The browser's transport hints, limited to plain words. */
const transportsOf = (given: readonly string[] | undefined): string[] =>
  (given ?? []).filter((transport) => /^[a-z-]{1,16}$/.test(transport));

/** Replaces the library's technical errors with one refusal. */
function refuse(): never {
  throw identityErrors.PASSKEY_REFUSED();
}
