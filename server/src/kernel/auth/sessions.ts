import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/index.ts';
import { prepared } from '../db/prepared.ts';
import { integerParameter } from '../parameters/index.ts';
import type { Actor, Narrowing } from './actor.ts';
import { AUTH_CHANNEL, endSessions, isRightsChange, type SessionEnd, sessionEndOf, sessionLockOf } from './changes.ts';
import { authErrors } from './errors.ts';
import { newToken, rotatedTokens, tokenHash } from './tokens.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds the access token is still good for. */
  readonly expiresIn: number;
  readonly sessionId: bigint;
  readonly userId: bigint;
  readonly tenantId: string;
  /** Whether the screen is locked: new tokens do not open it. */
  readonly isLocked: boolean;
}

/** Actor of a session, and the steps required first. */
export interface SessionActor extends Actor {
  readonly isLocked: boolean;
  /** Has a second factor, and has not given it in this session for a while. */
  readonly mustStepUp: boolean;
  /** Whether the user has set up a second factor. */
  readonly hasSecondFactor: boolean;
  /** Whether the session began with a passkey, which is a second factor itself. */
  readonly isByPasskey: boolean;
}

export interface NewSession {
  readonly userId: bigint;
  readonly tenantId: string;
  readonly address: string;
  readonly userAgent: string;
  /** How it began; by password when not given. */
  readonly method?: 'password' | 'totp' | 'passkey' | 'social';
  readonly client?: SessionClient | undefined;
  /** Verified by the caller to be the user's own. */
  readonly narrowing?: Narrowing | undefined;
}

/** Reads a user with roles and permissions, null when they may not act. */
export type ReadActor = (
  executor: Db['drizzle'] | Tx,
  userId: bigint,
  narrowing?: Narrowing | undefined,
) => Promise<Actor | null>;

/** The client application of a session; lifetimes of its tokens in seconds, if it sets them. */
export interface SessionClient {
  readonly clientId: string;
  readonly accessSeconds?: number;
  readonly refreshSeconds?: number;
  /** It may not renew sessions, so it is given no token to do so. */
  readonly isOnce?: true;
}

/** Sessions. State lives in the database; a node caches an answer for at most two seconds. */
export interface Sessions {
  /** The actor behind an access token, null when it is unknown, expired, ended, or its user may not act any more. */
  authenticate(token: string): Promise<SessionActor | null>;
  open(tx: Tx, input: NewSession): Promise<Tokens>;
  /**
   * Exchanges a refresh token for a new pair. Two exchanges at the same moment (two tabs) get the same pair; a later
   * second use ends the session. A token is valid only for its application.
   * `within` runs in the transaction of the exchange: if it throws, the old token stays valid.
   * @throws SESSION_EXPIRED, TOKEN_REUSED, and errors of `within`
   */
  refresh(
    refreshToken: string,
    client?: SessionClient,
    within?: (tx: Tx, session: Pick<Tokens, 'sessionId' | 'userId'>) => Promise<void>,
  ): Promise<Tokens>;
  /** Ends the session an access token belongs to; an unknown token is no error. */
  signOut(token: string): Promise<void>;
  /** Clears this node's cache, for callers that cannot wait for the notification of their own commit. */
  forget(): void;
  /** Returns a user with present rights, null when disabled: for work without the user. */
  readonly actorOf: ReadActor;
  onEnd(handler: (end: SessionEnd) => void): void;
  /** Calls the handler when a session's screen is locked, on any node. */
  onLock(handler: (sessionId: bigint) => void): void;
  /** Calls the handler when roles, permissions or departments of users change, on any node. */
  onRightsChange(handler: () => void): void;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly db: Db;
  /** The identity engine gives it. */
  readonly actorOf: ReadActor;
  readonly tokenLifeSeconds: number;
  readonly refreshLifeSeconds: number;
}

const ACCESS = 1;
const REFRESH = 2;
const REMEMBER_MILLIS = 2000;
/** A guard against a flood of tokens, far above the sessions one node serves. */
const REMEMBER_MAX = 20_000;
const GRACE_SECONDS = 10;
/** How long a confirmed second factor stays confirmed. */
const STEP_UP_SECONDS = 600;
/** How long requests that left with the replaced access token may still arrive. */
const REPLACED_LIFE_SECONDS = 60;

/** Ways of signing in that were a second factor themselves. */
const STRONG: ReadonlySet<NewSession['method']> = new Set(['totp', 'passkey']);

export async function openSessions(options: SessionOptions): Promise<Sessions> {
  const { db } = options;
  const remembered = new Map<string, { readonly until: number; readonly actor: Promise<SessionActor | null> }>();
  const handlers: ((end: SessionEnd) => void)[] = [];
  const lockHandlers: ((sessionId: bigint) => void)[] = [];
  const rightsHandlers: (() => void)[] = [];
  const unlisten = await db.listen(AUTH_CHANNEL, (payload) => {
    remembered.clear();
    const end = sessionEndOf(payload);
    if (end) for (const handler of handlers) handler(end);
    if (isRightsChange(payload)) for (const handler of rightsHandlers) handler();
    const locked = sessionLockOf(payload);
    if (locked !== undefined) for (const handler of lockHandlers) handler(locked);
  });

  return {
    authenticate(token) {
      const hash = tokenHash(token);
      const known = remembered.get(hash);
      if (known && known.until > Date.now()) return known.actor;
      const actor = look(options, hash);
      if (remembered.size >= REMEMBER_MAX) remembered.clear();
      const entry = { until: Date.now() + REMEMBER_MILLIS, actor };
      remembered.set(hash, entry);
      const drop = () => {
        if (remembered.get(hash) === entry) remembered.delete(hash);
      };
      // Only valid answers are cached: an unknown token must not fill the memory, a failed query must not last.
      actor.then((found) => found ?? drop(), drop);
      return actor;
    },
    open: (tx, input) => open(options, tx, input),
    async refresh(refreshToken, client, within) {
      const outcome = await db.tx(async (tx) => {
        const exchanged = await exchange(lifeFor(options, client), tx, refreshToken, client);
        if (typeof exchanged !== 'string') await within?.(tx, exchanged);
        return exchanged;
      });
      if (typeof outcome === 'string') throw authErrors[outcome]();
      return outcome;
    },
    async signOut(token) {
      const hash = tokenHash(token);
      await db.tx(async (tx) => {
        const found = await tx.execute<{ session_id: bigint }>(
          sql`select session_id from auth_token where hash = ${hash}`,
        );
        const row = found.rows[0];
        if (row) await endSessions(tx, { sessionId: BigInt(row.session_id) }, 'sign-out');
      });
      remembered.delete(hash);
    },
    forget: () => remembered.clear(),
    actorOf: options.actorOf,
    onEnd: (handler) => void handlers.push(handler),
    onLock: (handler) => void lockHandlers.push(handler),
    onRightsChange: (handler) => void rightsHandlers.push(handler),
    close: unlisten,
  };
}

/** The lives of tokens for an application. */
const lifeFor = (options: SessionOptions, client: SessionClient | undefined): SessionOptions => ({
  ...options,
  tokenLifeSeconds: client?.accessSeconds ?? options.tokenLifeSeconds,
  refreshLifeSeconds: client?.refreshSeconds ?? options.refreshLifeSeconds,
});

async function look(options: SessionOptions, hash: string): Promise<SessionActor | null> {
  const found = await prepared<{
    session_id: bigint;
    user_id: bigint;
    dept_id: string | null;
    role_id: string | null;
    address: string;
    locked: boolean;
    must_step_up: boolean;
    has_factor: boolean;
    by_passkey: boolean;
    is_stale: boolean;
  }>(
    options.db,
    sql`
    select t.session_id, s.user_id, s.dept_id::text, s.role_id::text, s.address, s.locked_at is not null as locked,
      (s.stepped_up_at is null or s.stepped_up_at < now() - make_interval(secs => ${STEP_UP_SECONDS}))
        and f.has_factor as must_step_up, f.has_factor, s.method = 'passkey' as by_passkey,
      s.last_seen_at < now() - interval '1 minute' as is_stale
    from auth_token t join auth_session s on s.id = t.session_id,
      lateral (select exists (select from auth_totp where user_id = s.user_id and confirmed_at is not null) as has_factor) f
    where t.hash = ${hash} and t.kind = ${ACCESS} and t.expires_at > now() and s.ended_at is null`,
  );
  const row = found.rows[0];
  if (!row) return null;
  if (row.is_stale)
    await options.db.drizzle.execute(
      sql`update auth_session set last_seen_at = now() where id = ${BigInt(row.session_id)} and ended_at is null`,
    );
  const actor = await options.actorOf(options.db.drizzle, BigInt(row.user_id), narrowingOf(row));
  return (
    actor && {
      ...actor,
      sessionId: BigInt(row.session_id),
      ip: row.address,
      isLocked: row.locked,
      mustStepUp: row.must_step_up,
      hasSecondFactor: row.has_factor,
      isByPasskey: row.by_passkey,
    }
  );
}

const narrowingOf = (row: { dept_id: string | null; role_id: string | null }): Narrowing | undefined =>
  row.dept_id === null && row.role_id === null
    ? undefined
    : {
        deptId: row.dept_id === null ? null : BigInt(row.dept_id),
        roleId: row.role_id === null ? null : BigInt(row.role_id),
      };

async function open(installed: SessionOptions, tx: Tx, input: NewSession): Promise<Tokens> {
  const options = lifeFor(installed, input.client);
  const opened = await tx.execute<{ id: bigint }>(sql`
    insert into auth_session (tenant_id, user_id, address, user_agent, method, client_id, dept_id, role_id, stepped_up_at, expires_at)
    values (${input.tenantId}, ${input.userId}, ${input.address}, ${input.userAgent.slice(0, 255)}, ${input.method ?? 'password'},
      ${input.client?.clientId ?? ''}, ${input.narrowing?.deptId ?? null}, ${input.narrowing?.roleId ?? null}, ${STRONG.has(input.method) ? sql`now()` : sql`null`},
      now() + least(make_interval(secs => ${options.refreshLifeSeconds}), ${longest(sql`${input.tenantId}::text`)}))
    returning id`);
  const sessionId = BigInt(opened.rows[0]?.id ?? 0);
  const tokens = { accessToken: newToken(), refreshToken: newToken() };
  const { expiresIn } = await store(options, tx, sessionId, tokens);
  const { userId, tenantId } = input;
  return { ...tokens, expiresIn, sessionId, userId, tenantId, isLocked: false };
}

interface RefreshRow extends Record<string, unknown> {
  readonly id: bigint;
  readonly session_id: bigint;
  readonly user_id: bigint;
  readonly tenant_id: string;
  readonly client_id: string;
  readonly dept_id: string | null;
  readonly role_id: string | null;
  readonly over: boolean;
  readonly used: boolean;
  readonly locked: boolean;
  readonly nonce: string | null;
  readonly in_grace: boolean | null;
}

/**
 * The exchange itself. The row lock puts simultaneous refreshes in line; the later one finds the token used a moment
 * ago and gets the same successors. A refusal is returned, not thrown, so that ending the family is committed.
 */
async function exchange(
  options: SessionOptions,
  tx: Tx,
  refreshToken: string,
  client: SessionClient | undefined,
): Promise<Tokens | 'SESSION_EXPIRED' | 'TOKEN_REUSED'> {
  const found = await tx.execute<RefreshRow>(sql`
    select t.id, t.session_id, s.user_id, s.tenant_id, s.client_id, s.dept_id::text, s.role_id::text, t.nonce,
      t.used_at is not null as used, s.locked_at is not null as locked,
      t.used_at > clock_timestamp() - make_interval(secs => ${GRACE_SECONDS}) as in_grace,
      t.expires_at <= clock_timestamp() or s.ended_at is not null or ${endOf} <= clock_timestamp() as over
    from auth_token t join auth_session s on s.id = t.session_id
    where t.hash = ${tokenHash(refreshToken)} and t.kind = ${REFRESH}
    for update of t, s`);
  const row = found.rows[0];
  if (!row || row.over) return 'SESSION_EXPIRED';
  if (row.client_id !== '' && row.client_id !== client?.clientId) return 'SESSION_EXPIRED';
  const sessionId = BigInt(row.session_id);
  const userId = BigInt(row.user_id);
  if (row.used && !(row.in_grace && row.nonce)) {
    await endSessions(tx, { sessionId }, 'refresh token used twice');
    return 'TOKEN_REUSED';
  }
  if (!(await options.actorOf(tx, userId, narrowingOf(row)))) {
    await endSessions(tx, { sessionId }, 'user may not act');
    return 'SESSION_EXPIRED';
  }
  const nonce = row.nonce ?? newToken();
  const tokens = rotatedTokens(refreshToken, nonce);
  const answer = { ...tokens, sessionId, userId, tenantId: row.tenant_id, isLocked: row.locked };
  if (row.used) return { ...answer, expiresIn: await secondsLeft(tx, tokens.accessToken) };
  await tx.execute(sql`
    update auth_token set expires_at = least(expires_at, now() + make_interval(secs => ${REPLACED_LIFE_SECONDS}))
    where session_id = ${sessionId} and kind = ${ACCESS}`);
  const { refreshId, expiresIn } = await store(options, tx, sessionId, tokens);
  await tx.execute(
    sql`update auth_token set used_at = clock_timestamp(), nonce = ${nonce}, replaced_by = ${refreshId} where id = ${BigInt(row.id)}`,
  );
  await tx.execute(
    sql`update auth_session s set expires_at = least(now() + make_interval(secs => ${options.refreshLifeSeconds}), ${endOf}) where id = ${sessionId}`,
  );
  return { ...answer, expiresIn };
}

/** How long a session of a tenant lasts at most, however often it is renewed. */
const longest = (tenantId: SQL): SQL =>
  sql`make_interval(days => ${integerParameter(tenantId, 'account.sessionDays')})`;
/** When a session `s` is over in any case. */
const endOf = sql`s.create_time + ${longest(sql`s.tenant_id`)}`;

/** Stores the hashes of a pair, neither good for longer than its session; the row of the refresh token, and the access token's seconds. */
async function store(
  options: SessionOptions,
  tx: Tx,
  sessionId: bigint,
  tokens: { accessToken: string; refreshToken: string },
): Promise<{ refreshId: bigint; expiresIn: number }> {
  const stored = await tx.execute<{ id: bigint; kind: number; seconds: number }>(sql`
    insert into auth_token (session_id, kind, hash, expires_at)
    select s.id, given.kind, given.hash, least(now() + make_interval(secs => given.life), ${endOf})
    from auth_session s, (values (${ACCESS}::integer, ${tokenHash(tokens.accessToken)}, ${options.tokenLifeSeconds}::float8),
      (${REFRESH}, ${tokenHash(tokens.refreshToken)}, ${options.refreshLifeSeconds})) as given (kind, hash, life)
    where s.id = ${sessionId}
    returning id, kind, round(extract(epoch from expires_at - now()))::int as seconds`);
  const rowOf = (kind: number) => stored.rows.find((row) => row.kind === kind);
  return { refreshId: BigInt(rowOf(REFRESH)?.id ?? 0), expiresIn: rowOf(ACCESS)?.seconds ?? 0 };
}

async function secondsLeft(tx: Tx, accessToken: string): Promise<number> {
  const found = await tx.execute<{ seconds: number }>(sql`
    select greatest(0, floor(extract(epoch from expires_at - clock_timestamp())))::int as seconds from auth_token where hash = ${tokenHash(accessToken)}`);
  return found.rows[0]?.seconds ?? 0;
}
