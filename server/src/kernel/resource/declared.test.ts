import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { audited, dict, refs } from '@trade-assistant/contract/kit/field.ts';
import {
  codeField,
  hasChildrenField,
  nameFields,
  parentField,
  remarkField,
  sortField,
  statusField,
} from '@trade-assistant/contract/kit/presets.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { transitionCalls } from '@trade-assistant/contract/kit/transitions.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { App } from '../app/index.ts';
import type { Actor } from '../auth/actor.ts';
import { buildServer } from '../http/server.ts';
import { testActor, testApp } from '../jobs/testing/app.ts';
import { testDb } from '../testing/index.ts';
import { resourceRoutes } from './routes.ts';
import { tableOf } from './table.ts';
import { TREE_DEPTH_MAX } from './tree.ts';

const state = dictionary('berth_state', {
  free: { value: 1, zh: '空闲', en: 'Free' },
  taken: { value: 2, zh: '占用', en: 'Taken' },
  closed: { value: 3, zh: '关闭', en: 'Closed' },
});
const transitions = {
  take: { title: { zh: '占用', en: 'Take' }, from: [state.is.free], to: state.is.taken, access: 'edit' },
  close: {
    title: { zh: '关闭', en: 'Close' },
    from: [state.is.free, state.is.taken],
    to: state.is.closed,
    access: 'edit',
    reason: 'required',
  },
} as const;
const fields = {
  code: codeField(),
  ...nameFields('name'),
  parentId: parentField('sea/berth'),
  hasChildren: hasChildrenField(),
  neighbours: refs({ resource: 'sea/berth', call: 'select' }, { label: { zh: '相邻', en: 'Neighbours' } }),
  state: dict(state, { label: { zh: '占用', en: 'State' }, required: true, initial: state.is.free, form: false }),
  sort: sortField(),
  status: statusField(),
  remark: remarkField(),
  ...audited,
};
/** A resource that uses all that can be declared. */
const berth = resource('sea/berth', {
  title: { zh: '泊位', en: 'Berths' },
  nameField: { zh: 'name', en: 'nameEn' },
  defaultSort: 'sort',
  unique: [['code']],
  parentField: 'parentId',
  stateField: 'state',
  transitions,
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'select', 'timeline']),
    ...transitionCalls(transitions),
  },
});
const berths = tableOf('sea_berth', berth);

let isHeld = false;
const permissions = new Set(['view', 'add', 'edit', 'delete'].map((action) => `sea/berth:${action}`));
const people: Record<string, Actor> = {
  keeper: testActor({ permissions }),
  foreign: testActor({ tenantId: '111111', permissions }),
};

const db = await testDb();
await db.pool.query(`create table sea_berth (
  id bigint generated always as identity primary key, tenant_id text not null, code text not null, name text not null,
  name_en text not null, parent_id bigint, neighbours jsonb, state integer not null default 1, sort integer not null,
  status integer not null, remark text, create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(), update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1, deleted_at timestamptz)`);
await db.pool.query(
  'create unique index sea_berth_code_unique on sea_berth (tenant_id, code) where deleted_at is null',
);
await db.pool.query('create table sea_ship (name text not null, berth_id bigint not null)');
const app = testApp(db, {
  config: { trustProxy: false, rateLimitPerMinute: 10_000, frameSources: [] } as unknown as App['config'],
  sessions: { authenticate: async (token: string) => people[token] ?? null } as unknown as App['sessions'],
  audit: { api: () => {}, error: () => {} } as unknown as App['audit'],
  metrics: { observe: () => {} } as unknown as App['metrics'],
  limits: { take: () => 0, giveBack: () => {}, left: () => ({ remaining: 1, seconds: 1 }) },
});
const server = await buildServer(app, [
  resourceRoutes(berth, berths, {
    scope: 'tenant',
    usedBy: [
      {
        what: { zh: '船', en: 'ships', one: 'ship' },
        from: sql`sea_ship`,
        column: sql`berth_id`,
        called: sql`name`,
      },
    ],
    onTransition: async () => {
      if (isHeld) throw new Error('held');
    },
  }),
]);
afterAll(async () => {
  await server.close();
  await db.close();
});

async function ask(call: string, input: Record<string, unknown> = {}, { lang = 'zh', who = 'keeper' } = {}) {
  const reading = ['list', 'detail', 'select', 'timeline'].includes(call);
  const headers = { token: `bearer ${who}`, lang };
  const answer = await server.inject(
    reading
      ? { url: `/api/sea/berth/${call}`, query: input as Record<string, string>, headers }
      : { method: 'POST', url: `/api/sea/berth/${call}`, payload: input, headers },
  );
  return { status: answer.statusCode, body: answer.json() };
}
let count = 0;
async function open(change: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const form = {
    code: `B${count}`,
    name: `泊位${count}`,
    nameEn: `Berth ${count}`,
    sort: 1000 - count,
    status: 1,
    ...change,
  };
  const { status, body } = await ask('submit', form);
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.id;
}

describe('a table made from its contract', () => {
  test('keeps the value of every kind, also ids in lists', async () => {
    const neighbours = ['9007199254740993', '7'];
    const id = await open({ neighbours, remark: 'north side' });
    expect((await ask('detail', { id })).body.data).toMatchObject({
      neighbours,
      remark: 'north side',
      state: 1,
      version: 1,
    });
  });

  test('is listed in the order of the resource, unless another is requested', async () => {
    await open({ sort: 1, code: 'first' });
    const codes = async (query: Record<string, string>) =>
      (await ask('list', query)).body.data.records.map(({ code }: { code: string }) => code);
    expect((await codes({}))[0]).toBe('first');
    expect((await codes({ descs: 'sort' }))[0]).not.toBe('first');
  });
});

describe('unique values', () => {
  test('is refused with the value and the row that has it', async () => {
    await open({ code: 'taken', name: '一号', nameEn: 'One' });
    for (const [lang, sentence] of [
      ['zh', '编号“taken”已被“一号”使用'],
      ['en', 'Code “taken” is already used by “One”'],
    ] as const) {
      const form = { code: 'taken', name: '二号', nameEn: 'Two', sort: 1, status: 1 };
      const { status, body } = await ask('submit', form, { lang });
      expect([status, body.bizCode, body.msg]).toEqual([400, 'DUPLICATE', sentence]);
      expect(body.data.fields).toEqual([{ field: 'code', message: sentence }]);
    }
    expect(
      (await ask('submit', { code: 'taken', name: 'x', nameEn: 'x', sort: 1, status: 1 }, { who: 'foreign' })).status,
    ).toBe(200);
  });
});

describe('a row that is used', () => {
  test('is not removed, and its users are counted and named', async () => {
    const [used, free] = [await open({ name: '东港', nameEn: 'East' }), await open()];
    await db.pool.query(`insert into sea_ship select name, $1 from unnest(array['Ada', 'Bo', 'Cy', 'Di']) name`, [
      used,
    ]);
    const { body } = await ask('remove', { ids: `${free},${used}` });
    expect([body.bizCode, body.msg]).toEqual(['IN_USE', '“东港”已被船引用（共 4 个：Ada、Bo、Cy 等），不能删除']);
    expect((await ask('remove', { ids: used }, { lang: 'en' })).body.msg).toBe(
      '“East” is used by 4 ships (Ada, Bo, Cy, …) and cannot be deleted',
    );
    const alone = await open({ name: '孤港', nameEn: 'Lone' });
    await db.pool.query(`insert into sea_ship values ('Ed', $1)`, [alone]);
    expect((await ask('remove', { ids: alone }, { lang: 'en' })).body.msg).toBe(
      '“Lone” is used by 1 ship (Ed) and cannot be deleted',
    );
    expect((await ask('detail', { id: free })).status).toBe(200);
  });
});

describe('a tree', () => {
  test('has no circles, even when two moves happen at once', async () => {
    const [a, b] = [await open(), await open()];
    const moves = await Promise.all([ask('submit', { id: a, parentId: b }), ask('submit', { id: b, parentId: a })]);
    expect(moves.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(moves.find(({ status }) => status === 400)?.body).toMatchObject({
      bizCode: 'TREE_CYCLE',
      data: { fields: [{ field: 'parentId', message: '上级不能是自己或自己的下级' }] },
    });
    expect((await ask('submit', { id: a, parentId: a })).body.bizCode).toBe('TREE_CYCLE');
  });

  test('has existing parents, and at most the maximum depth', async () => {
    expect((await ask('submit', { id: await open(), parentId: '999999999' })).body.bizCode).toBe('TREE_PARENT');
    let above: string | null = null;
    for (let level = 1; level <= TREE_DEPTH_MAX; level += 1) above = await open({ parentId: above });
    const deeper = { code: 'deep', name: 'x', nameEn: 'x', sort: 1, status: 1, parentId: above };
    expect((await ask('submit', deeper)).body).toMatchObject({
      bizCode: 'TREE_DEPTH',
      data: { fields: [{ field: 'parentId', message: '最多 16 级' }] },
    });
  });

  test('is listed level by level, and as a whole when something is searched for', async () => {
    const stem = await open({ name: '主干', code: 'stem' });
    const leaf = await open({ name: '枝叶', code: 'leaf', parentId: stem });
    const listed = async (query: Record<string, string>, who = 'keeper') =>
      (await ask('list', { size: '200', ...query }, { who })).body.data.records.map(
        ({ id, hasChildren }: { id: string; hasChildren: number }) => [id, hasChildren],
      );
    const roots = await listed({});
    expect(roots).toContainEqual([stem, 1]);
    expect(roots).not.toContainEqual([leaf, 0]);
    expect(await listed({ parentId: stem })).toEqual([[leaf, 0]]);
    expect(await listed({ code: 'leaf' })).toEqual([[leaf, 0]]);
    expect(await listed({ id_in: `${leaf}` })).toEqual([[leaf, 0]]);
    expect(await listed({ parentId: stem }, 'foreign')).toEqual([]);
    expect((await ask('detail', { id: stem })).body.data.hasChildren).toBe(1);
    expect((await ask('remove', { ids: leaf })).status).toBe(200);
    expect(await listed({ code: 'stem' })).toEqual([[stem, 0]]);
  });

  test('keeps a row that gets a child meanwhile, or removes both', async () => {
    const stem = await open();
    const form = { code: 'hung', name: 'x', nameEn: 'x', sort: 1, status: 1, parentId: stem };
    const answers = await Promise.all([ask('remove', { ids: stem }), ask('submit', form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is removed from its leaves, or as a whole', async () => {
    const stem = await open({ name: '码头' });
    const leaf = await open({ parentId: stem });
    expect((await ask('remove', { ids: stem })).body.msg).toBe('“码头”已被下级泊位引用（共 1 个），不能删除');
    expect((await ask('remove', { ids: `${stem},${leaf}` })).status).toBe(200);
  });
});

describe('states', () => {
  const stateOf = async (id: string) => (await ask('detail', { id })).body.data.state;

  test('change as declared, each time with user, time and reason', async () => {
    const id = await open();
    expect((await ask('take', { ids: id })).status).toBe(200);
    expect((await ask('close', { ids: id })).body.data.fields).toEqual([
      { field: 'reason', message: expect.any(String) },
    ]);
    expect((await ask('close', { ids: id, reason: 'Storm' })).status).toBe(200);
    const { data } = (await ask('timeline', { id })).body;
    expect(data).toEqual([
      { time: expect.any(String), userName: 'Tester', event: 'close', from: 2, to: 3, reason: 'Storm' },
      { time: expect.any(String), userName: 'Tester', event: 'take', from: 1, to: 2, reason: null },
      { time: expect.any(String), userName: 'Tester', event: 'create', from: null, to: 1, reason: null },
    ]);
    expect((await ask('timeline', { id }, { who: 'foreign' })).status).toBe(404);
  });

  test('refuse any other transition and name the state of the row', async () => {
    const [taken, free] = [await open({ name: '南港', nameEn: 'South' }), await open()];
    await ask('take', { ids: taken });
    for (const [lang, sentence] of [
      ['zh', '“南港”为“占用”，只有“空闲”才能占用'],
      ['en', '“South” is “Taken”: “Take” is for “Free” only'],
    ] as const) {
      const { body } = await ask('take', { ids: `${free},${taken}` }, { lang });
      expect([body.bizCode, body.msg]).toEqual(['STATE_CONFLICT', sentence]);
    }
    expect(await stateOf(free)).toBe(1);
  });

  test('stay if further work of the change fails', async () => {
    const id = await open();
    isHeld = true;
    expect((await ask('take', { ids: id })).status).toBe(500);
    isHeld = false;
    expect(await stateOf(id)).toBe(1);
    expect((await ask('timeline', { id })).body.data).toHaveLength(1);
  });
});

describe('choices for pickers', () => {
  test('are found by either name or the code, disabled ones marked, those of others missing', async () => {
    const id = await open({ code: 'pick-me', name: '西港', nameEn: 'West', status: 0 });
    const choice = { value: id, label: '西港', labelEn: 'West', disabled: true };
    for (const query of [{ id }, { keyword: '西港' }, { keyword: 'west' }, { keyword: 'ick-m' }])
      expect((await ask('select', query)).body.data, JSON.stringify(query)).toEqual([choice]);
    expect((await ask('select', { id }, { who: 'foreign' })).body.data).toEqual([]);
  });
});
