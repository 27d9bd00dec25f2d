import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import type { App } from '../../kernel/app/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import { createFiles, type Files } from '../../kernel/files/index.ts';
import { buildServer } from '../../kernel/http/server.ts';
import { startTask } from '../../kernel/jobs/index.ts';
import { testActor, testApp } from '../../kernel/jobs/testing/app.ts';
import { countJob } from '../../kernel/jobs/testing/jobs.ts';
import { testDb } from '../../kernel/testing/index.ts';
import task from './task.ts';

const permissions = new Set(['desk/task:view']);
const people: Record<string, Actor> = {
  anna: testActor({ userId: 1n, realName: 'Anna', permissions }),
  bert: testActor({ userId: 2n, realName: 'Bert', permissions }),
  head: testActor({ userId: 3n, permissions: new Set([...permissions, 'desk/task:all']) }),
  stranger: testActor({ userId: 4n, tenantId: '111111', permissions: new Set([...permissions, 'desk/task:all']) }),
  nobody: testActor({ userId: 5n }),
};

const db = await testDb();
const directory: string = await mkdtemp(join(tmpdir(), 'task-'));
const files: Files = await createFiles(db, directory);
const app = testApp(db, {
  files,
  config: { trustProxy: false, rateLimitPerMinute: 10_000, frameSources: [] } as unknown as App['config'],
  sessions: { authenticate: async (token: string) => people[token] ?? null } as unknown as App['sessions'],
  audit: { api: () => {}, error: () => {} } as unknown as App['audit'],
  metrics: { observe: () => {} } as unknown as App['metrics'],
  limits: { take: () => 0, giveBack: () => {}, left: () => ({ remaining: 1, seconds: 1 }) },
});
const server = await buildServer(app, [task]);
const anna = people.anna as Actor;
const { taskNo } = await db.tx((tx) => startTask(tx, anna, countJob, { to: 3, pauseMillis: 0 }, { bizNo: 'PW7' }));
await db.tx((tx) => startTask(tx, anna, countJob, { to: 3, pauseMillis: 0 }, { visible: false }));
await db.tx((tx) => startTask(tx, people.bert as Actor, countJob, { to: 3, pauseMillis: 0 }));
afterAll(async () => {
  await server.close();
  await db.close();
  await rm(directory, { recursive: true, force: true });
});

async function call(who: string | null, path: string, options: InjectOptions = {}) {
  const answer = await server.inject({
    method: 'GET',
    url: `/api/desk/task/${path}`,
    ...options,
    headers: { ...(who ? { token: `bearer ${who}` } : {}), ...options.headers },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: answer.headers['content-type']?.includes('json') ? answer.json() : null,
  };
}

describe('the task centre', () => {
  test('refuses an unknown filter by name', async () => {
    const { status, body } = await call('anna', 'list?ownerId=2');
    expect([status, body.bizCode]).toEqual([400, 'UNKNOWN_PARAMETER']);
  });

  test('lists own visible tasks, all tasks of the tenant with the permission, and none of another tenant', async () => {
    const { body } = await call('anna', 'list?bizNo=PW');
    expect(body.data).toMatchObject({
      total: 1,
      records: [{ taskNo, title: '计数', state: 0, done: 0, hasResult: 0, ownerName: 'Anna' }],
    });
    expect(body.data.records[0]).not.toHaveProperty('actor');
    expect(body.data.records[0]).not.toHaveProperty('input');
    expect((await call('anna', 'list', { headers: { lang: 'en' } })).body.data.records[0].title).toBe('Count');
    expect((await call('head', 'list')).body.data.total).toBe(2);
    expect((await call('stranger', 'list')).body.data.total).toBe(0);
    const { id } = body.data.records[0];
    expect((await call('anna', `detail?id=${id}`)).body.data.taskNo).toBe(taskNo);
    expect((await call('bert', `detail?id=${id}`)).status).toBe(404);
  });

  test('returns files to the owner, directly or once by ticket, and says when there is none', async () => {
    expect((await call('anna', `download?taskNo=${taskNo}`)).body.bizCode).toBe('TASK_FILE_MISSING');
    const file = await files.put(Readable.from(['12125550100\n']), {
      actor: people.anna as Actor,
      name: '结果 1.txt',
      maxBytes: 1000,
    });
    await db.pool.query('update kernel_task set result_file_id = $1 where task_no = $2', [file.id, taskNo]);
    const got = await call('anna', `download?taskNo=${taskNo}&kind=result`);
    expect(got.text).toBe('12125550100\n');
    expect(got.headers['content-disposition']).toContain(encodeURIComponent('结果 1.txt'));
    expect((await call('bert', `download?taskNo=${taskNo}`)).status).toBe(404);
    expect((await call('anna', `download?taskNo=${taskNo}&kind=report`)).body.bizCode).toBe('TASK_FILE_MISSING');
    const { ticket } = (await call('anna', 'ticket', { method: 'POST', payload: { taskNo } })).body.data;
    expect((await call(null, `file?ticket=${ticket}`)).text).toBe('12125550100\n');
    expect((await call(null, `file?ticket=${ticket}`)).status).toBe(404);
    await files.remove(file.id);
  });

  test('reports a failure in the reader’s language', async () => {
    const hurt = await db.tx((tx) => startTask(tx, people.anna as Actor, countJob, { to: 1, pauseMillis: 0 }));
    await db.pool.query(
      `update kernel_task set state = 4, failure_code = 'TEST_REFUSED', failure_params = '{"n":3}' where task_no = $1`,
      [hurt.taskNo],
    );
    const read = async (lang: string) =>
      (await call('anna', `progress?taskNo=${hurt.taskNo}`, { headers: { lang } })).body.data;
    expect(await read('zh')).toMatchObject({ failureCode: 'TEST_REFUSED', failure: '只剩 3 个' });
    expect(await read('en')).toMatchObject({ failure: 'Only 3 left' });
  });

  test('lets only the owner cancel', async () => {
    expect((await call('bert', 'cancel', { method: 'POST', payload: { taskNo } })).status).toBe(404);
    expect((await call('anna', 'cancel', { method: 'POST', payload: { taskNo } })).status).toBe(200);
    expect((await call('anna', `progress?taskNo=${taskNo}`)).body.data.state).toBe(5);
    expect((await call('anna', 'cancel', { method: 'POST', payload: { taskNo } })).body.bizCode).toBe('TASK_ENDED');
  });
});
