import { setTimeout as sleep } from 'node:timers/promises';
import { messageTemplates } from '@trade-assistant/contract/areas/message/templates.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { PUSH_CHANNEL } from '../../../kernel/realtime/push.ts';
import { testApp } from '../../../testing/app.ts';
import { DEFAULT_TENANT } from '../../people/identity/index.ts';
import { newMessagesSince, sendMessage } from './index.ts';

const program = systemActor(DEFAULT_TENANT);
const app = await testApp();
const anna = await app.staff('finance');
const annaActs: Actor = await anna.actor();
afterAll(() => app.close());

const notify = (tx: Tx, title: string, to = anna) =>
  sendMessage(tx, program, { to: { userIds: [to.id] }, type: 1, title, content: title });
const since = async (seq: bigint) => {
  const { records, ...rest } = await newMessagesSince(app.db, annaActs, seq);
  return { titles: records.map(({ title }) => title), ...rest };
};
const begin = async () => (await newMessagesSince(app.db, annaActs)).last;

describe('messages and transactions', () => {
  test('arrive together with their notification at commit and not before', async () => {
    const start = await begin();
    const pushes: { event: string; rooms: string[]; payload: { title: string } }[] = [];
    const stopListening = await app.db.listen(PUSH_CHANNEL, (text) => void pushes.push(JSON.parse(text)));
    await app.db.tx(async (tx) => {
      await notify(tx, 'first');
      await sleep(150);
      expect([pushes, (await since(start)).titles]).toEqual([[], []]);
    });
    await expect.poll(() => pushes.length).toBe(1);
    expect(pushes[0]).toMatchObject({ event: 'message', rooms: [`user:${anna.id}`], payload: { title: 'first' } });
    expect((await since(start)).titles).toEqual(['first']);
    await stopListening();
  });

  test('do not exist after a rollback', async () => {
    const start = await begin();
    const broken = app.db.tx(async (tx) => {
      await notify(tx, 'never');
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    expect(await since(start)).toMatchObject({ titles: [], count: 0 });
  });
});

describe('messages after an id', () => {
  test('include one that was sent earlier and committed later', async () => {
    const start = await begin();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const slow = app.db.tx(async (tx) => {
      await notify(tx, 'slow');
      await gate;
    });
    await app.db.tx((tx) => notify(tx, 'quick'));
    const seen = await since(start);
    expect(seen.titles).toEqual(['quick']);
    open();
    await slow;
    expect((await since(seen.last)).titles).toEqual(['slow']);
  });

  test('include every message exactly once, in random histories of parallel senders and readers', async () => {
    const seed = Date.now() % 2 ** 31;
    const step = fc.record({ pauses: fc.array(fc.nat(8), { minLength: 1, maxLength: 4 }), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (senders) => {
        const start = await begin();
        const wanted: string[] = [];
        let isOver = false;
        const seen: string[] = [];
        const reader = (async () => {
          for (let last = start, isLate = false; ; ) {
            isLate = isOver;
            const came = await since(last);
            seen.push(...came.titles);
            last = came.last;
            if (isLate) return;
            await sleep(1);
          }
        })();
        await Promise.allSettled(
          senders.map((sender, index) =>
            app.db.tx(async (tx) => {
              const titles = sender.pauses.map((_, part) => `${index}.${part}`);
              for (const [part, title] of titles.entries()) {
                await notify(tx, title);
                await sleep(sender.pauses[part]);
              }
              if (sender.fails) throw new Error('rolled back');
              wanted.push(...titles);
            }),
          ),
        );
        isOver = true;
        await reader;
        expect(seen.sort()).toEqual(wanted.sort());
      }),
      { numRuns: 12, seed },
    );
  });

  test('are limited to the newest hundred, with the total count', async () => {
    const start = await begin();
    await app.db.tx(async (tx) => {
      for (let n = 0; n < 103; n += 1) await notify(tx, `${n}`);
    });
    const { titles, count, last } = await since(start);
    expect([titles.length, titles[0], titles.at(-1), count]).toEqual([100, '3', '102', 103]);
    expect(await since(last)).toEqual({ titles: [], count: 0, last });
  });

  test('start again for an id from before the database was restored', async () => {
    const last = await begin();
    expect(await since(last + 1000n)).toEqual({ titles: [], count: 0, last });
  });
});

describe('recipients of a message', () => {
  const readersOf = async (id: bigint | null) =>
    (
      await app.db.pool.query<{ user_id: bigint }>(
        'select user_id from msg_inbox where message_id = $1 order by user_id',
        [`${id}`],
      )
    ).rows.map((row) => row.user_id);

  test('are the holders of a role, each once, without the sender and disabled users', async () => {
    const [one, two, gone] = [await app.staff('warehouse'), await app.staff('warehouse'), await app.staff('warehouse')];
    await app.db.pool.query('update sys_user set status = 0 where id = $1', [`${gone.id}`]);
    const { id } = await app.db.tx(async (tx) =>
      sendMessage(tx, await one.actor(), { to: { roleKeys: ['warehouse'] }, type: 4, title: 'a', content: 'a' }),
    );
    expect(await readersOf(id)).toEqual([two.id]);
  });

  test('of a department include those of the departments below', async () => {
    const { rows } = await app.db.pool.query<{ id: bigint }>(
      `insert into sys_dept (tenant_id, code, dept_name, dept_name_en, path) values ('000000', 'sales', 'Sales', 'Sales', '/900001/'), ('000000', 'sales-east', 'Sales east', 'Sales east', '/900001/900002/'), ('000000', 'other', 'Other', 'Other', '/900003/') returning id`,
    );
    const [top, below, other] = rows.map((row) => row.id);
    const [one, two, three] = [await app.staff('support'), await app.staff('support'), await app.staff('support')];
    for (const [user, dept] of [
      [one, top],
      [two, below],
      [two, top],
      [three, other],
    ] as const)
      await app.db.pool.query('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [
        `${user.id}`,
        `${dept}`,
      ]);
    const { id, recipientCount } = await app.db.tx((tx) =>
      sendMessage(tx, program, { to: { deptIds: [top ?? 0n] }, type: 2, title: 'a', content: 'a' }),
    );
    expect([recipientCount, await readersOf(id)]).toEqual([2, [one.id, two.id]]);
  });

  test('may be empty; then no message is written', async () => {
    const input = { to: { roleKeys: ['compliance'] }, type: 4, title: 'a', content: 'a' } as const;
    expect(await app.db.tx((tx) => sendMessage(tx, program, input))).toEqual({ id: null, recipientCount: 0 });
  });

  test('may be more than fit into one push', async () => {
    await app.db.pool.query(`
      insert into sys_user (tenant_id, account, password_hash, user_type, real_name, invite_code)
      select '000000', 'crowd_' || n, 'x', 1, 'crowd', 'CROWD' || n from generate_series(1, 450) n`);
    const { rows } = await app.db.pool.query<{ id: bigint }>(`select id from sys_user where account like 'crowd%'`);
    const { recipientCount } = await app.db.tx((tx) =>
      sendMessage(tx, program, {
        to: { userIds: rows.map((row) => row.id) },
        type: 1,
        title: '标'.repeat(255),
        content: '内'.repeat(5000),
      }),
    );
    expect(recipientCount).toBe(450);
  });
});

describe('texts of system messages', () => {
  test('have the same placeholders in both languages', () => {
    // A name that differs by language has one placeholder per language.
    const holes = (text: string) => [...text.matchAll(/\{(\w+?)(?:Zh|En)?\}/g)].map(([, name]) => name).sort();
    for (const [key, { content }] of Object.entries(messageTemplates))
      expect(holes(content.zh), key).toEqual(holes(content.en));
  });
});
