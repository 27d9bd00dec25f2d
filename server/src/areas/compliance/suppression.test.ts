import { afterAll, describe, expect, it } from 'vitest';
import { decide, suppress } from '../../engines/messaging/compliance/index.ts';
import { fictionalNumbers, multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
await product.work();
afterAll(() => product.close());

const LIST = 'compliance/suppression';
const rest = fictionalNumbers(900);
const fresh = (many: number) => rest.splice(0, many);
const add = (numbers: readonly bigint[], more: object = {}, who = product.admin) =>
  who.post(`${LIST}/save`, { number: numbers.map((number) => `+${number}`).join('\n'), ...more });
const found = async (number: string, who = product.admin) =>
  (await who.get(`${LIST}/list`, { number, size: 50 })).body.data.records;
const verdict = async (numbers: readonly (bigint | string)[], more: object = {}) => {
  const batch = {
    ...{
      tenantId: '000000',
      ownerId: 900_005n,
      ownerPath: '/900003/900005/',
      channel: 1,
      countryCode: 'US',
      consentId: null,
    },
    ...more,
  };
  const { refused } = await decide(product.app, product.db.drizzle, { ...batch, numbers });
  return numbers.map((_, index) => refused.get(index)?.reason ?? 0);
};

describe('suppressed numbers', () => {
  it('are added in any notation, kept as digests, and found whole only', async () => {
    const [one, two] = fresh(2) as [bigint, bigint];
    const digits = String(two).slice(1);
    const written = `+${one}\n001 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    const answer = await product.admin.post(`${LIST}/save`, { number: written, reason: 1, sourceRef: 'Ticket 7' });
    expect(answer.body.code).toBe(200);
    expect(await found(`+${one}`)).toMatchObject([
      {
        number: expect.stringMatching(/^\+1\d{0,2}\*{4}\d{4}$/),
        reason: 1,
        scope: 2,
        channel: 0,
        status: 1,
        sourceRef: 'Ticket 7',
      },
    ]);
    expect(await found(`+${two}`)).toHaveLength(1);
    expect(await found(String(one).slice(-4))).toEqual([]);
    const { rows } = await product.db.pool.query('select s::text as text from cmp_suppression s');
    expect(JSON.stringify(rows)).not.toContain(String(one));
    expect(await verdict([one, two, ...fresh(1)])).toEqual([11, 11, 0]);
  });

  it('hold for every form in which networks write the number', async () => {
    const rule = { scope: 2, ownerId: null, ownerName: null, channel: 0, reason: 1, sourceRef: null };
    const forms = [
      [5511960000000n, 551160000000n],
      [525500000000n, 5215500000000n],
      [5491100000000n, 541100000000n],
    ] as const;
    for (const [came] of forms)
      await product.db.tx((tx) =>
        suppress(
          tx,
          systemActor('000000'),
          product.app.secrets,
          { ...rule, effectiveTime: null, expireTime: null } as never,
          [came],
        ),
      );
    expect(await verdict(forms.flat())).toEqual([11, 11, 11, 11, 11, 11]);
    expect(await verdict([551160000001n])).toEqual([0]);
  });

  it('are refused as a whole when one is no number, and named', async () => {
    const [one] = fresh(1) as [bigint];
    const answer = await product.admin.post(`${LIST}/save`, { number: `+${one}\nabc` });
    expect(answer.body).toMatchObject({ bizCode: 'SUPPRESSION_NUMBERS' });
    expect(await found(`+${one}`)).toEqual([]);
  });

  it('hold in their scope, channel and time', async () => {
    const [wide, telegram, own, other, later, past] = fresh(6) as bigint[] as [
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const agent = await product.agent();
    const below = await product.agent({ parent: agent });
    await add([wide], { scope: 1 });
    await add([telegram], { channel: 2 });
    await add([own], { scope: 3, ownerId: String(agent.id) });
    await add([other], { scope: 3, ownerId: String(below.id) });
    await add([later], { effectiveTime: '2999-01-01 00:00:00' });
    await add([past], { expireTime: '2020-01-01 00:00:00' });
    const numbers = [wide, telegram, own, other, later, past];
    const { rows } = await product.db.pool.query('select id::text, owner_path from sys_user where id in ($1, $2)', [
      agent.id,
      below.id,
    ]);
    const pathOf = (user: { id: bigint }) => rows.find(({ id }) => id === String(user.id)).owner_path;
    expect(await verdict(numbers, { ownerId: agent.id, ownerPath: pathOf(agent) })).toEqual([11, 0, 11, 0, 0, 0]);
    expect(await verdict(numbers, { ownerId: below.id, ownerPath: pathOf(below) })).toEqual([11, 0, 11, 11, 0, 0]);
    expect(await verdict(numbers, { channel: 2 })).toEqual([11, 11, 0, 0, 0, 0]);
    expect(await verdict(numbers, { tenantId: '100001' })).toEqual([11, 0, 0, 0, 0, 0]);
  });

  it('are removed with a reason, which is kept, and can be added again', async () => {
    const [one] = fresh(1) as [bigint];
    const { id } = (await add([one])).body.data;
    expect((await product.admin.post(`${LIST}/lift`, { ids: id })).status).toBe(400);
    await product.admin.post(`${LIST}/lift`, { ids: id, reason: 'Entered by mistake' });
    expect(await verdict([one])).toEqual([0]);
    expect((await product.admin.get(`${LIST}/detail`, { id })).body.data).toMatchObject({
      status: 2,
      removeReason: 'Entered by mistake',
    });
    const { rows } = await product.db.pool.query(
      "select action from audit_log where object_id = $1 and action like '%lift%'",
      [id],
    );
    expect(rows.length).toBeGreaterThan(0);
    await add([one]);
    expect(await verdict([one])).toEqual([11]);
  });

  it('of a regulator are changed by nobody, not even in the database', async () => {
    const [one] = fresh(1) as [bigint];
    const { id } = (await add([one], { reason: 3 })).body.data;
    const answer = await product.admin.post(`${LIST}/lift`, { ids: id, reason: 'They agreed' });
    expect(answer.body.bizCode).toBe('SUPPRESSION_FIXED');
    const change = (statement: string) => product.db.pool.query(statement, statement.includes('$1') ? [id] : []);
    await expect(change('delete from cmp_suppression where id = $1')).rejects.toThrow('SUPPRESSION_FIXED');
    await expect(change('update cmp_suppression set status = 2 where id = $1')).rejects.toThrow('SUPPRESSION_FIXED');
    await expect(change('truncate cmp_suppression')).rejects.toThrow('SUPPRESSION_FIXED');
    expect(await verdict([one])).toEqual([11]);
    expect((await add(fresh(1), { reason: 3, expireTime: '2999-01-01 00:00:00' })).body.bizCode).toBe(
      'SUPPRESSION_NEVER_EXPIRES',
    );
  });

  it('of agents are for themselves and those below; agents see, and remove, none of others', async () => {
    const [own, staffs] = fresh(2) as [bigint, bigint];
    const agent = await product.agent();
    const other = await product.agent();
    await add([staffs], { scope: 3, ownerId: String(other.id) });
    await add([staffs]);
    expect((await add([own], { reason: 7 }, agent)).body.code).toBe(200);
    expect((await agent.get(`${LIST}/list`, { size: 50 })).body.data.records).toMatchObject([{ scope: 3, reason: 7 }]);
    expect(await found(`+${staffs}`, agent)).toEqual([]);
    expect(await found(`+${own}`, other)).toEqual([]);
    expect(await verdict([own], { ownerId: agent.id, ownerPath: `/${agent.id}/` })).toEqual([11]);
    expect(await verdict([own], { ownerId: other.id, ownerPath: `/${other.id}/` })).toEqual([0]);
    expect(await verdict([own], { ownerId: 1n, ownerPath: `/${agent.id}/1/` })).toEqual([11]);
    const [{ id } = { id: '' }] = await found(`+${own}`);
    expect((await agent.post(`${LIST}/lift`, { ids: id, reason: 'Mine' })).status).toBe(403);
  });

  it('of agents have neither another scope nor the reasons of staff', async () => {
    const agent = await product.agent();
    for (const more of [{ scope: 2 }, { scope: 3, ownerId: '1' }])
      expect((await add(fresh(1), more, agent)).status).toBe(403);
    for (const reason of [3, 4])
      expect((await add(fresh(1), { reason }, agent)).body).toMatchObject({
        bizCode: 'SUPPRESSION_STAFF',
        data: { fields: [{ field: 'reason' }] },
      });
  });

  it('may be ids of WhatsApp, of persons known by them only', async () => {
    const [number] = fresh(1) as [bigint];
    const ids = ['US.13491208655302741918', 'US.ENT.11815799212886844830'] as const;
    const answer = await product.admin.post(`${LIST}/save`, { number: `${ids.join('\n')}\n+${number}` });
    expect(answer.body.code).toBe(200);
    expect(await verdict([...ids, number, 'US.13491208655302741919'])).toEqual([11, 11, 11, 0]);
    expect(await found(ids[0])).toMatchObject([{ number: 'US.134••••' }]);
    for (const wrong of ['us.1349', 'US.', 'US.1349 1208', '.1349'])
      expect((await product.admin.post(`${LIST}/save`, { number: wrong })).body.bizCode).toBe('SUPPRESSION_NUMBERS');
  });
});

it('a country that is blocked refuses all its numbers, with the rule', async () => {
  await product.db.pool.query(`insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, is_blocked)
    values ('000000', 'KP', '850', '朝鲜', 'North Korea', 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set is_blocked = 1`);
  expect(await verdict(fresh(2), { countryCode: 'KP' })).toEqual([12, 12]);
});

describe('an import', () => {
  const run = async (numbers: readonly string[], fields: object = {}) => {
    const { body, headers } = multipart({ reason: 2, ...fields }, { name: 'list.txt', content: numbers.join('\n') });
    const answer = await product.admin.post(`${LIST}/import`, body, headers);
    expect(answer.body.code).toBe(200);
    const { taskNo } = answer.body.data;
    const read = async () =>
      (await product.db.pool.query('select state, result from kernel_task where task_no = $1', [taskNo])).rows[0];
    await expect.poll(async () => (await read()).result, { timeout: 60_000 }).not.toBeNull();
    return (await read()).result;
  };

  it('adds the valid numbers once, however often it is repeated', async () => {
    const numbers = fresh(200);
    const lines = [...numbers.map((number) => `+${number}`), 'US.13491208655302741900', 'nonsense'];
    const report = {
      ...{ totalLines: 202, goodLines: 201, rejectedLines: 1 },
      reasons: [{ code: 1, count: 1 }],
      problems: [{ lineNo: 202, text: 'nonsense', code: 1 }],
    };
    expect(await run([...lines.slice(0, 200), `+${numbers[0]}`, 'nonsense'], { sourceRef: 'Letter 12' })).toEqual({
      ...{ ...report, added: 200, existing: 1 },
    });
    expect(await run(lines)).toEqual({ ...report, added: 1, existing: 200 });
    expect(await verdict(['US.13491208655302741900'])).toEqual([11]);
    expect(await verdict(numbers.slice(0, 3))).toEqual([11, 11, 11]);
    expect(await found(`+${numbers[7]}`)).toMatchObject([{ reason: 2, sourceRef: 'Letter 12' }]);
    const { rows } = await product.db.pool.query('select count(*)::int as n from cmp_suppression_stage');
    expect(rows[0].n).toBe(0);
  });

  it('reads its file again when the database lost the staged numbers', async () => {
    const other = await testApp();
    try {
      const numbers = fictionalNumbers(3);
      const file = { name: 'list.txt', content: numbers.map((number) => `+${number}`).join('\n') };
      const { body, headers } = multipart({ reason: 2 }, file);
      const { taskNo } = (await other.admin.post(`${LIST}/import`, body, headers)).body.data;
      const position = { lines: 3, good: 3, merged: 0, added: 0, reasons: [], problems: [] };
      await other.db.pool.query('update kernel_task set checkpoint = $2 where task_no = $1', [taskNo, position]);
      await other.work();
      const read = async () =>
        (await other.db.pool.query('select result from kernel_task where task_no = $1', [taskNo])).rows[0].result;
      await expect.poll(read, { timeout: 60_000 }).toMatchObject({ goodLines: 3, added: 3 });
    } finally {
      await other.close();
    }
  });

  it('reads national numbers of a country', async () => {
    const numbers = fresh(2);
    expect(
      await run(
        numbers.map((number) => String(number).slice(1)),
        { countryCode: 'US' },
      ),
    ).toMatchObject({ added: 2 });
    expect(await verdict(numbers)).toEqual([11, 11]);
  });
});
