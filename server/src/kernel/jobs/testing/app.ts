import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { type Dictionary, entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { defaultText, readStored } from '@trade-assistant/contract/kit/parameter.ts';
import { parameters as declaredParameters } from '@trade-assistant/contract/parameters.ts';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import type { App } from '../../app/index.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db } from '../../db/index.ts';
import type { StoredActor } from '../tables.ts';
import { restoreActor } from '../tasks.ts';

/** Dictionaries as declared, without a database. */
const dictionaries = {
  current: (dictionary: Dictionary) => dictionary,
  nameOf: (dictionary: Dictionary, value: number, locale: Locale) =>
    entryOf(dictionary, value)?.[locale] ?? String(value),
} as App['dictionaries'];

/** Parameters as they are declared, too. */
const parameters = {
  get: (_tenantId, key) => {
    const declared = declaredParameters[key];
    const read = readStored(declared, defaultText(declared));
    return 'value' in read ? read.value : undefined;
  },
} as App['parameters'];

/** Rights stay unchanged in these tests: the owner of a task has them. */
const sessions = {
  actorOf: async (executor, userId) => {
    const { rows } = await executor.execute<{ actor: StoredActor }>(
      sql`select actor from kernel_task where owner_id = ${userId} order by id desc limit 1`,
    );
    return rows[0] ? { ...restoreActor(rows[0].actor), permissions: new Set(['*']) } : null;
  },
} as App['sessions'];

/** As much of an application as a job or a timer meets in a test. */
export const testApp = (db: Db, parts: Partial<App> = {}): App =>
  ({
    db,
    config: { tickMillis: 20 } as App['config'],
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    audit: { error: () => {} },
    dictionaries,
    parameters,
    sessions,
    ...parts,
  }) as App;

/** A staff member of the default tenant; override the properties under test. */
export const testActor = (own: Partial<Actor> = {}): Actor => ({
  userId: 7n,
  tenantId: '000000',
  account: 'tester',
  realName: 'Tester',
  userType: userType.is.staff,
  ownerPath: '/',
  deptIds: [],
  roleKeys: [],
  permissions: new Set(),
  mustChangePassword: false,
  sessionId: null,
  ip: '127.0.0.1',
  ...own,
});
