import { inject } from 'vitest';
import { cloneDatabase, type TestDb } from './cluster.ts';

export type { TestDb } from './cluster.ts';

/** A migrated, empty database for the calling test file; give it back with `close()` in `afterAll`. */
export const testDb = (options: { max?: number } = {}): Promise<TestDb> => cloneDatabase(inject('cluster'), options);
