import { inject } from 'vitest';
import { cloneDatabase, type TestDb } from './cluster.ts';

export { ADMIN_PASSWORD, type TestDb } from './cluster.ts';

/** A migrated database for the calling test file, empty or (`seeded`) as after a first start; give it back with `close()` in `afterAll`. */
export const testDb = (options: { max?: number; seeded?: boolean } = {}): Promise<TestDb> =>
  cloneDatabase(inject('cluster'), options);
