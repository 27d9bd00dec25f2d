import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { pino } from 'pino';
import type { App } from '../../app/index.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db } from '../../db/index.ts';

/** As much of an application as a job or a timer meets in a test. */
export const testApp = (db: Db, parts: Partial<App> = {}): App =>
  ({ db, log: pino({ level: process.env.TEST_LOG ?? 'silent' }), audit: { error: () => {} }, ...parts }) as App;

/** A member of staff of the default tenant; override what the test is about. */
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
