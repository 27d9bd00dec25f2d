import { openDb } from '../../db/index.ts';
import { createJobs } from '../index.ts';
import { testApp } from './app.ts';
import { testJobs } from './jobs.ts';

/** A worker process for tests that kill one. `TEST_DATABASE` is the connection as JSON. */
const db = openDb({ ...JSON.parse(process.env.TEST_DATABASE ?? '{}'), max: 5 });
const jobs = createJobs(db, { jobs: testJobs, timers: [], concurrency: 2 });
await jobs.start(testApp(db));
console.log('working');
