import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createOutbound } from '../../engines/stock/inventory/index.ts';
import {
  fictionalNumber,
  fictionalNumbers,
  stock,
  stockKeeper as system,
} from '../../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

let next = 0;

const product = await testApp({ SANDBOX: '1' });
await product.work();
const keeper = await product.staff('warehouse');
afterAll(() => product.close());

const fresh = (count: number): bigint[] => {
  next += count;
  return fictionalNumbers(count, next - count);
};
const page = async (query: Record<string, unknown>, user = keeper) =>
  (await user.get('whatsapp/warehouse/page', query)).body.data;
const itemOf = async (number: bigint) => (await page({ number: `+${number}` })).records[0];

/** Reserves numbers on a delivery note. @returns the note's number */
async function reserve(quantity: number): Promise<string> {
  const note = await product.db.tx((tx) =>
    createOutbound(
      tx,
      system,
      {
        outboundType: 4,
        agent: null,
        criteria: { businessType: 1, countryCode: 'US' },
        quantity,
        currency: 'USDT',
      },
      'reserve',
    ),
  );
  return note.outboundNo;
}

describe('permissions', () => {
  it('decide about full numbers and costs', async () => {
    await stock(product.db, fresh(1));
    const reader = await product.staff('compliance');
    const [row] = (await page({ number: String(fictionalNumber(0)) }, reader)).records;
    expect(row).toMatchObject({ stockStatus: 0, surviveStatus: 0, number: '+120****0100' });
    for (const hidden of ['costPrice', 'monthlyCost', 'supplierName']) expect(row).not.toHaveProperty(hidden);
  });
});

describe('a search by number', () => {
  const found = async (number: string, user = product.admin): Promise<string[]> =>
    (await page({ number, size: 100 }, user)).records.map((row: { number: string }) => row.number);

  it('finds whole numbers in any notation, first and last digits, and several at once', async () => {
    const [first, second] = fresh(2) as [bigint, bigint];
    await stock(product.db, [first, second]);
    const digits = String(first);
    const [area, exchange, line] = [digits.slice(1, 4), digits.slice(4, 7), digits.slice(7)];
    for (const written of [
      `+${digits}`,
      digits,
      `00${digits}`,
      `(${area}) ${exchange}-${line}`,
      `${area}${exchange}${line}`,
    ])
      expect(await found(written), written).toEqual([`+${first}`]);
    const firsts = [
      digits.slice(0, 7),
      `+${digits.slice(0, 4)}`,
      '1',
      area + exchange,
      `${area} ${exchange} ${line.slice(0, 2)}`,
    ];
    for (const part of [line, line.slice(1), exchange + line, ...firsts])
      expect(await found(part), part).toContain(`+${first}`);
    expect((await found(line)).every((number) => number.endsWith(line))).toBe(true);
    for (const separator of [',', ', ', ' ', '\n', '；'])
      expect((await found([first, second].join(separator))).toSorted(), separator).toEqual(
        [`+${first}`, `+${second}`].toSorted(),
      );
    for (const other of ['9999', 'abc', `${digits}0`]) expect(await found(other), other).toEqual([]);
  });

  it('finds only by the digits that the reader sees', async () => {
    const [number] = fresh(1) as [bigint];
    await stock(product.db, [number]);
    const digits = String(number);
    const shown = `+${digits.slice(0, 3)}****${digits.slice(-4)}`;
    for (const part of [`+${digits}`, digits.slice(1), digits.slice(-4), digits.slice(0, 3)])
      expect(await found(part, keeper), part).toContain(shown);
    for (const part of [
      digits.slice(-5),
      digits.slice(-7),
      digits.slice(1, 7),
      digits.slice(0, 4),
      `+${digits.slice(0, 8)}`,
    ])
      expect(await found(part, keeper), part).toEqual([]);
  });

  it('accepts at most 200 numbers', async () => {
    const answer = await product.admin.get('whatsapp/warehouse/page', {
      number: Array.from({ length: 201 }, () => '0143').join(','),
    });
    expect(answer.body).toMatchObject({ code: 400, msg: expect.stringContaining('200') });
  });
});

describe('full numbers', () => {
  it('are shown and exported only with the permission, and the view is recorded', async () => {
    const [number] = fresh(1) as [bigint];
    const [id] = await stock(product.db, [number]);
    const views = async () => {
      const { rows } = await product.db.pool.query(
        `select account, object_type, object_id, after from audit_log where action = 'plain-view' order by id`,
      );
      return rows;
    };
    const before = (await views()).length;
    const since = async () => (await views()).slice(before);
    const asked = { number: `+${number}` };
    const file = async (who: TestUser) =>
      (await who.post('whatsapp/warehouse/export', { ...asked, format: 'csv', columns: 'number' })).raw.toString();
    expect((await page(asked)).records[0].number).toMatch(/^\+1\d\d\*{4}\d{4}$/);
    expect(await file(keeper)).not.toContain(String(number));
    expect((await page({ number: '+12015559999' }, product.admin)).records).toEqual([]);
    expect(await since()).toEqual([]);

    expect((await page(asked, product.admin)).records[0].number).toBe(`+${number}`);
    const seen = {
      account: 'admin',
      object_type: 'whatsapp/warehouse',
      object_id: String(id),
      after: { ids: [String(id)] },
    };
    expect(await since()).toEqual([seen]);
    expect(await file(product.admin)).toContain(String(number));
    expect(await since()).toEqual([seen, seen]);

    const more = (await stock(product.db, fresh(2))).map(String);
    await page({ id_in: more.join(',') }, product.admin);
    const [, , list] = await since();
    expect(list).toMatchObject({ account: 'admin', object_id: 'list' });
    expect(list.after.ids.toSorted()).toEqual(more.toSorted());
  });
});

describe('the register', () => {
  it('finds numbers with all requested capabilities, whatever others they have', async () => {
    const [calls, both, telegram] = await stock(product.db, fresh(3));
    const can = (bits: number, id?: bigint) =>
      product.db.pool.query('update inv_item set capability = $1 where id = $2', [bits, id]);
    await Promise.all([can(1, calls), can(1 | 8 | 16, both), can(16, telegram)]);
    const ids = [calls, both, telegram].map(String);
    const found = async (filter: Record<string, number>) => {
      const { records } = await page({ ...filter, size: 200, ascs: 'id' });
      return records.map(({ id }: { id: string }) => ids.indexOf(id)).filter((at: number) => at >= 0);
    };
    expect(await found({ capability: 1 })).toEqual([0, 1]);
    expect(await found({ capability: 16 })).toEqual([1, 2]);
    expect(await found({ capability: 1 | 16 })).toEqual([1]);
    expect(await found({ capability: 2 | 16 })).toEqual([]);
    expect(await found({ capability_equal: 16 })).toEqual([2]);
    expect(await found({ capability_notequal: 16 })).toEqual([0, 1]);
    const kinds = async (filter: Record<string, number>) =>
      (await keeper.get('whatsapp/inventory/page', filter)).body.data.records
        .map((kind: { capability: number }) => kind.capability)
        .toSorted((a: number, b: number) => a - b);
    expect(await kinds({ capability: 16 })).toEqual([16, 25]);
    expect(await kinds({ capability: 1 | 16 })).toEqual([25]);
    expect(await kinds({ capability_equal: 16 })).toEqual([16]);
  });

  it('counts each warehouse from the counters', async () => {
    const before = (await keeper.get('whatsapp/warehouse/list')).body.data.records[0];
    await stock(product.db, fresh(10));
    await reserve(4);
    const { records } = (await keeper.get('whatsapp/warehouse/list', {}, { lang: 'en' })).body.data;
    expect(records[0]).toMatchObject({
      warehouseCode: 'WH01',
      warehouseName: 'Main',
      available: before.available + 6,
      reserved: before.reserved + 4,
      total: before.total + 10,
    });
  });

  it('names the note of a reserved number, and filters by it', async () => {
    await stock(product.db, fresh(2));
    const outboundNo = await reserve(2);
    const { records } = await page({ stockStatus_in: '1', size: 200 });
    const held = records.filter((row: { outboundNo: string }) => row.outboundNo === outboundNo);
    expect(held).toHaveLength(2);
    expect(held[0]).toMatchObject({ onSale: 0, reserveExpireTime: expect.stringMatching(/^\d{4}-/), assignSeq: 0 });
    expect((await page({ outboundId: held[0].outboundId })).total).toBe(2);
    expect((await keeper.get('whatsapp/warehouse/page', { nonsense: 1 })).status).toBe(400);
  });
});

describe('listing', () => {
  it('takes numbers off sale and back, all or none', async () => {
    const numbers = fresh(3);
    const ids = await stock(product.db, numbers);
    const off = await keeper.post('whatsapp/warehouse/update-status', { ids: ids.join(','), status: 4 });
    expect(off.body.data).toEqual({ okCount: 3, failCount: 0, fails: [] });
    expect(await itemOf(numbers[0]!)).toMatchObject({ stockStatus: 4, onSale: 0 });
    await keeper.post('whatsapp/warehouse/update-status', { ids: ids.join(','), status: 0 });
    expect(await itemOf(numbers[0]!)).toMatchObject({ stockStatus: 0, onSale: 1 });

    for (const stockStatus of [4, 0]) {
      expect((await keeper.post('whatsapp/warehouse/update-status', { id: String(ids[0]) })).body.data.okCount).toBe(1);
      expect(await itemOf(numbers[0]!)).toMatchObject({ stockStatus });
    }
    expect((await keeper.post('whatsapp/warehouse/update-status', { ids: String(ids[0]) })).status).toBe(400);

    const held = (await page({ stockStatus_in: '1' })).records[0];
    expect((await keeper.post('whatsapp/warehouse/update-status', { id: held.id })).body.bizCode).toBe(
      'STATE_CONFLICT',
    );
    const mixed = await keeper.post('whatsapp/warehouse/update-status', {
      ids: `${held.id},${ids[0]}`,
      status: 4,
    });
    expect(mixed.body).toMatchObject({ code: 400, bizCode: 'STATE_CONFLICT' });
    expect(await itemOf(numbers[0]!)).toMatchObject({ stockStatus: 0 });
    expect((await keeper.post('whatsapp/warehouse/update-status', { ids: String(ids[0]), status: 2 })).status).toBe(
      400,
    );
  });
});

describe('a liveness check', () => {
  const check = async (ids: readonly bigint[]) => {
    const { data } = (await keeper.post('whatsapp/warehouse/survive', { ids: ids.join(',') })).body;
    await expect
      .poll(async () => (await keeper.get('desk/task/progress', { taskNo: data.taskNo })).body.data.state)
      .toBe(taskState.is.done);
    return (await keeper.get('desk/task/progress', { taskNo: data.taskNo })).body.data.result;
  };

  it('finds the sandbox results by the last two digits', async () => {
    // A whole block of a hundred, so that every ending occurs.
    const numbers = fictionalNumbers(100, 1000);
    const ids = await stock(product.db, numbers);
    expect(await check(ids)).toEqual({ alive: 95, dead: 3, unknown: 2 });
    expect(await itemOf(numbers[0]!)).toMatchObject({
      surviveStatus: 0,
      sandboxStatus: 2,
      sandboxDetail: '空号 Vacant',
      stockStatus: 0,
    });
    expect(await itemOf(numbers[5]!)).toMatchObject({ sandboxStatus: 3 });
    expect(await itemOf(numbers[6]!)).toMatchObject({ sandboxStatus: 1, surviveStatus: 0 });
    expect(await itemOf(numbers[8]!)).toMatchObject({ sandboxStatus: 3, sandboxDetail: '未获答复 No answer' });
    const soon = await keeper.post('whatsapp/warehouse/survive', { ids: String(ids[0]) });
    expect(soon.body).toMatchObject({ code: 429, bizCode: 'SURVIVE_TOO_SOON' });
  });

  it('continues after an interruption with its earlier findings', async () => {
    const cut = await testApp({ SANDBOX: '1' });
    try {
      const user = await cut.staff('warehouse');
      const ids = (await stock(cut.db, fictionalNumbers(100, 1000))).join(',');
      const { taskNo } = (await user.post('whatsapp/warehouse/survive', { ids })).body.data;
      // The state left by a process that ended after the first forty.
      await cut.db.pool.query(
        'update inv_item set sandbox_status = 1 where id in (select min(id) + n from inv_item, generate_series(0, 39) n group by n)',
      );
      await cut.work();
      const task = async () => (await user.get('desk/task/progress', { taskNo })).body.data;
      await expect.poll(async () => (await task()).state).toBe(taskState.is.done);
      const { rows } = await cut.db.pool.query(`
        select count(*) filter (where sandbox_status = 1)::int as alive, count(*) filter (where sandbox_status = 2)::int as dead,
          count(*) filter (where sandbox_status = 3)::int as unknown from inv_item`);
      const { result } = await task();
      expect(result).toEqual(rows[0]);
      expect(result.alive + result.dead + result.unknown).toBe(100);
    } finally {
      await cut.close();
    }
  });

  it('by the sandbox has no effect on sales, however often it finds a number dead', async () => {
    const [number] = fictionalNumbers(1, 1100) as [bigint];
    const ids = await stock(product.db, [number]);
    await check(ids);
    await product.db.pool.query(
      `update inv_item set sandbox_time = sandbox_time - interval '11 minutes' where id = $1`,
      [ids[0]],
    );
    await check(ids);
    expect(await itemOf(number)).toMatchObject({
      stockStatus: 0,
      surviveStatus: 0,
      surviveTime: null,
      sandboxStatus: 2,
    });
    const { rows } = await product.db.pool.query('select id, dead_since from inv_sellable where id = $1', [ids[0]]);
    expect(rows).toMatchObject([{ dead_since: null }]);
  });

  it('is available only with a provider, or an enabled sandbox', async () => {
    const plain = await testApp();
    try {
      const [id] = await stock(plain.db, fictionalNumbers(1, 1300));
      const asked = await (await plain.staff('warehouse')).post('whatsapp/warehouse/survive', { ids: String(id) });
      expect(asked.body).toMatchObject({ code: 400, bizCode: 'VALIDATION_OFF' });
      const { rows } = await plain.db.pool.query('select survive_status, sandbox_status from inv_item');
      expect(rows).toEqual([{ survive_status: 0, sandbox_status: 0 }]);
    } finally {
      await plain.close();
    }
  });

  it('refuses more than five hundred, unknown numbers, and those in quarantine', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => index + 1).join(',');
    expect((await keeper.post('whatsapp/warehouse/survive', { ids })).status).toBe(400);
    expect((await keeper.post('whatsapp/warehouse/survive', { ids: '999999' })).status).toBe(404);
    const [id] = await stock(product.db, fictionalNumbers(1, 1200));
    await product.db.pool.query(
      `update inv_item set stock_status = 3, quarantine_until = now() + interval '1 day' where id = $1`,
      [id],
    );
    expect((await keeper.post('whatsapp/warehouse/survive', { ids: String(id) })).body.bizCode).toBe('STATE_CONFLICT');
  });
});
