import { inject } from 'vitest';
import { cloneDatabase, type TestDb } from './cluster.ts';

export { ADMIN_PASSWORD, type TestDb } from './cluster.ts';

/**
 * A migrated database for the calling test file: empty, as after a first start (`seeded`), or a copy of another one; give it back with
 * `close()` in `afterAll`.
 */
export const testDb = (options: { max?: number; seeded?: boolean; of?: string } = {}): Promise<TestDb> =>
  cloneDatabase(inject('cluster'), options);
