import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { ParameterKey } from '@trade-assistant/contract/parameters.ts';
import type { FastifyInstance, HTTPMethods, InjectOptions } from 'fastify';
import { type Logger, pino } from 'pino';
import { createApp, type Running } from '../app.ts';
import { openAppUser } from '../engines/customers/app-users/index.ts';
import { openWallets, rechargePass } from '../engines/money/ledger/index.ts';
import {
  DEFAULT_TENANT,
  findUser,
  openAccount,
  roleIdsOfKeys,
  type UserRow,
} from '../engines/people/identity/index.ts';
import type { App } from '../kernel/app/index.ts';
import { type Actor, systemActor } from '../kernel/auth/actor.ts';
import { loadConfig } from '../kernel/config/index.ts';
import type { Db, Tx } from '../kernel/db/index.ts';
import type { AreaModule } from '../kernel/http/serve.ts';
import { type TestDb, testDb } from '../kernel/testing/index.ts';
import { givePassword } from './known-password.ts';

/** An answer of a call: HTTP status, the envelope (or bare body), raw bytes for files. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever shape the call answers with
  readonly body: any;
  readonly raw: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends the calls of one user. */
export type Caller = Pick<TestUser, 'get' | 'post'>;

/** A signed-in user of a test. */
export interface TestUser {
  readonly id: bigint;
  readonly account: string;
  readonly row: UserRow;
  readonly actor: () => Promise<Actor>;
  readonly token: string;
  readonly get: (call: string, query?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>;
  readonly post: (call: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

export interface TestApp {
  readonly app: App;
  readonly server: FastifyInstance;
  readonly db: TestDb;
  readonly running: Running;
  /** A client without a session. */
  readonly guest: Caller;
  /** The seeded administrator. */
  readonly admin: TestUser;
  /** Staff with one of the seeded roles. */
  staff(role: string): Promise<TestUser>;
  /** An agent (below `parent` when given) with wallets and, in micro-units, money. */
  agent(options?: {
    parent?: TestUser;
    money?: bigint;
    level?: number;
    subUser?: boolean;
    name?: string;
  }): Promise<TestUser>;
  /** A user of the app (of `agent` when given) with wallets and, in micro-units, money. */
  appUser(options?: { agent?: TestUser; money?: bigint; name?: string }): Promise<TestUser>;
  /** Signs in a user who was created in another way. */
  enter(row: UserRow): Promise<TestUser>;
  /** Sets a parameter of the platform, also a guarded one. */
  setParameter(key: ParameterKey, value: string): Promise<void>;
  /** Starts the job worker of this app. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** Modules that an app serves beside those of the product. */
export interface AddedModules {
  readonly modules: readonly AreaModule[];
  /** Gives a seeded database their tables and permissions. */
  migrate(db: Db): Promise<void>;
}

/** Of everybody a test opens. */
const PASSWORD = 'Test-password-1';
let count = 0;

/**
 * The whole product on a seeded database of the calling file, reached through injected HTTP requests; with `reach` it
 * finds that database some other way.
 */
export async function testApp(
  environment: Record<string, string> = {},
  options: {
    reach?: (connection: TestDb['connection']) => Db | Promise<Db>;
    log?: Logger;
    added?: AddedModules;
    /** The database to copy in place of the seeded one. */
    of?: string;
  } = {},
): Promise<TestApp> {
  const db = await testDb({ seeded: true, ...(options.of === undefined ? {} : { of: options.of }) });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-app-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    MESSAGE_PORT: 'off',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '100000000',
    TICK_MILLIS: '100',
    ...environment,
  });
  const reached = await options.reach?.(db.connection);
  const log = options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  await options.added?.migrate(db);
  const running = await createApp(config, reached ?? db, log, {}, options.added?.modules);
  const { app, server } = running;
  await server.ready();
  const system = systemActor(DEFAULT_TENANT);

  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await server.inject(options);
    const json = String(response.headers['content-type'] ?? '').includes('json');
    // A test that expects nothing of the answer would not notice a misspelt call.
    const [url = ''] = String(options.url).split('?');
    const isKnown = server.hasRoute({ method: (options.method ?? 'GET') as HTTPMethods, url });
    if (json && !isKnown && response.json().bizCode === 'ROUTE_NOT_FOUND')
      throw new Error(`No call has the address ${url}`);
    return {
      status: response.statusCode,
      body: json ? response.json() : response.body,
      raw: response.rawPayload,
      headers: response.headers,
    };
  };
  const callers = (token?: string) => {
    const headers = token === undefined ? {} : { token: `bearer ${token}` };
    return {
      get: (call: string, query: Record<string, unknown> = {}, more: Record<string, string> = {}) =>
        send({ method: 'GET', url: `/api/${call}`, query: textual(query), headers: { ...headers, ...more } }),
      post: (call: string, body: unknown = {}, more: Record<string, string> = {}) =>
        send({ method: 'POST', url: `/api/${call}`, payload: body as object, headers: { ...headers, ...more } }),
    };
  };
  const enter = async (row: UserRow): Promise<TestUser> => {
    const tokens = await db.tx((tx) =>
      app.sessions.open(tx, { userId: row.id, tenantId: row.tenantId, address: '127.0.0.1', userAgent: 'test' }),
    );
    const actor = async () => {
      const found = await app.sessions.authenticate(tokens.accessToken);
      if (!found) throw new Error(`${row.account} is not signed in`);
      return found;
    };
    return { id: row.id, account: row.account, row, actor, token: tokens.accessToken, ...callers(tokens.accessToken) };
  };
  const credit = (tx: Tx, userId: bigint, amount: bigint) => {
    const reference = { methodCode: 'test', idemKey: `rc:test:${userId}`, bizType: 'recharge' };
    return rechargePass(tx, system, { userId, amount, ...reference });
  };
  const name = (kind: string) => {
    count += 1;
    return `${kind}_${count}`;
  };
  const admin = await db.drizzle.execute<{ id: string }>(
    `select id from sys_user where account = 'admin' and tenant_id = '${DEFAULT_TENANT}'`,
  );
  const adminRow = { id: BigInt(admin.rows[0]?.id ?? 0), tenantId: DEFAULT_TENANT, account: 'admin' } as UserRow;

  return {
    app,
    server,
    db,
    running,
    guest: callers(),
    admin: await enter(adminRow),
    staff: async (role) =>
      enter(
        await db.tx(async (tx) => {
          const opened = await openAccount(tx, system, {
            account: name(role),
            password: null,
            realName: role,
            userType: userType.is.staff,
            roleIds: await roleIdsOfKeys(tx, DEFAULT_TENANT, [role]),
            mustChangePassword: false,
          });
          await givePassword(tx, opened.id, PASSWORD);
          return opened;
        }),
      ),
    agent: async ({ parent, money, level, subUser, name: realName } = {}) => {
      const row = await db.tx(async (tx) => {
        const account = name(subUser ? 'sub' : 'agent');
        const opened = await openAccount(tx, system, {
          account,
          password: null,
          realName: realName ?? account,
          userType: subUser ? userType.is.subUser : userType.is.agent,
          parentId: parent?.id ?? null,
          agentLevel: level ?? 1,
          mustChangePassword: false,
        });
        await givePassword(tx, opened.id, PASSWORD);
        await openWallets(tx, system, {
          userId: opened.id,
          userType: opened.userType,
          userName: opened.realName,
          ownerPath: opened.ownerPath,
        });
        if (money) await credit(tx, opened.id, money);
        return opened;
      });
      return enter(row);
    },
    appUser: async ({ agent, money, name: realName } = {}) => {
      const row = await db.tx(async (tx) => {
        const account = name('app');
        const names = { account, password: null, realName: realName ?? account, mustChangePassword: false };
        const id = await openAppUser(tx, system, { ...names, agentId: agent?.id ?? null });
        await givePassword(tx, id, PASSWORD);
        if (money) await credit(tx, id, money);
        return findUser(tx, system, id);
      });
      return enter(row);
    },
    enter,
    setParameter: async (key, value) => {
      await db.pool.query('update sys_param set param_value = $2 where tenant_id = $3 and param_key = $1', [
        key,
        value,
        DEFAULT_TENANT,
      ]);
      await app.parameters.refresh();
    },
    work: () => running.jobs.start(app),
    close: async () => {
      await running.close();
      await reached?.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const textual = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
