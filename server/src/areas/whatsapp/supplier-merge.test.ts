import { MERGE_UNDO_DAYS } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { countSupplierBatches } from '../../engines/stock/inventory/index.ts';
import { fictionalNumbers, multipart, stageBatch, stock } from '../../engines/stock/inventory/stock-fixture.ts';
import {
  answerSupplierClaim,
  assertClaimsSeparate,
  assertOneOpenClaim,
  openSupplierClaims,
  receiveForClaim,
  supplierBalances,
} from '../../engines/stock/supplier-claims/index.ts';
import { mergeSuppliers, unmergeSupplier } from '../../engines/stock/suppliers/index.ts';
import { testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const product = await testApp();
await product.work();
const keeper = await product.staff('administrator');
const actor = await keeper.actor();
afterAll(() => product.close());

const query = async (text: string, values: unknown[] = []) => (await product.db.pool.query(text, values)).rows;
let next = 0;
const fresh = (count: number): bigint[] => {
  next += count;
  return fictionalNumbers(count, next - count);
};
const CALL = 'whatsapp/supplier';
const add = async (supplierName: string, more: object = {}): Promise<string> =>
  (await keeper.post(`${CALL}/submit`, { supplierName, paymentTerms: 1, ...more })).body.data.id;
const merge = (id: string, intoId: string, who = keeper) => who.post(`${CALL}/merge`, { id, intoId });
const unmerge = (id: string) => keeper.post(`${CALL}/unmerge`, { id });
const listed = async (path: string, filters: Record<string, string>) => (await keeper.get(path, filters)).body.data;
/** Numbers in stock, each worth 1.2 to their supplier. */
const stocked = (supplierId: string, count = 1) =>
  stock(product.db, fresh(count), { supplierId, supplierName: 'Written' });
const claim = (itemIds: readonly bigint[]) =>
  product.db.tx((tx) => openSupplierClaims(tx, actor, { items: itemIds.map((itemId) => ({ itemId })) }));
const send = (claimId: bigint | undefined) => keeper.post('whatsapp/supplier-claim/send', { ids: String(claimId) });

let pair = 0;
let [double, kept, names] = ['', '', ['', '']];
beforeEach(async () => {
  pair += 1;
  names = [`Harbor ${pair}`, `Harbour Numbers ${pair}`];
  double = await add(names[0] ?? '', { supplierCode: `HARBOR-${pair}` });
  kept = await add(names[1] ?? '', { supplierCode: `HARBOUR-${pair}`, contactName: 'Ann' });
});

describe('a merged supplier', () => {
  it('counts for the one that stays: batches, numbers, claims, balances and names', async () => {
    const [mine, theirs] = [await stocked(double, 3), await stocked(kept, 2)];
    const { batchNo } = await stageBatch(product.db, fresh(1), { supplierId: double, supplierName: names[0] ?? '' });
    const { claimIds } = await claim(mine.slice(0, 2));
    await send(claimIds[0]);
    await claim(theirs.slice(0, 1));
    await product.db.tx(countSupplierBatches);
    const before = (await keeper.get(`${CALL}/merge-preview`, { id: double, intoId: kept })).body.data;
    expect(before).toMatchObject({
      from: { supplierName: names[0], batchCount: 1, stockedCount: 3, openClaims: 0, balances: [{ claimed: '2.4' }] },
      into: { supplierName: names[1], batchCount: 1, stockedCount: 2, openClaims: 1, balances: [] },
    });

    expect((await merge(double, kept)).body.code).toBe(200);

    expect((await listed(`${CALL}/list`, { supplierName: names[0] ?? '' })).records).toMatchObject([
      { id: kept, supplierName: names[1], batchCount: 2, stockedCount: 5 },
    ]);
    expect((await keeper.get(`${CALL}/batches`, { id: kept })).body.data).toHaveLength(2);
    for (const filter of [{ supplierId: kept }, { supplierId: double }]) {
      const { records } = await listed('whatsapp/warehouse/page', filter);
      expect(records).toHaveLength(5);
      expect(
        new Set(records.map((row: Record<string, string>) => `${row['supplierId']} ${row['supplierName']}`)),
      ).toEqual(new Set([`${kept} ${names[1]}`]));
      expect((await listed('whatsapp/supplier-claim/list', filter)).total).toBe(2);
    }
    expect((await listed('whatsapp/warehouse/page', { supplierId_notequal: kept, batchNo })).total).toBe(0);
    for (const supplierName of [...names, (names[0] ?? '').toLowerCase()])
      expect((await listed('whatsapp/pre-warehouse/list', { supplierName, batchNo })).records).toMatchObject([
        { supplierId: kept, supplierName: names[1] },
      ]);
    expect((await listed('whatsapp/pre-warehouse/batches', { batchNo })).records[0].supplierName).toBe(names[1]);
    expect(await listed('whatsapp/supplier-claim/balance', { supplierId: kept })).toMatchObject([
      { supplierId: kept, supplierName: names[1], claims: 1, claimed: '2.4' },
    ]);
    const statement = await keeper.post('whatsapp/supplier-claim/statement', { supplierId: kept });
    const { sheets } = await readXlsx(statement.raw);
    expect(JSON.stringify(sheets.map(({ rows }) => rows))).toContain(names[1]);
  });

  it('cannot be chosen, changed, removed or merged again; its name cannot be given to another', async () => {
    await merge(double, kept);
    const labels = (await keeper.get(`${CALL}/select`, { keyword: 'Harb' })).body.data.map(
      ({ value }: { value: string }) => value,
    );
    expect(labels).toContain(kept);
    expect(labels).not.toContain(double);
    expect((await keeper.get(`${CALL}/detail`, { id: double })).status).toBe(404);
    expect((await keeper.post(`${CALL}/submit`, { id: double, supplierName: 'Other' })).status).toBe(404);
    expect((await keeper.post(`${CALL}/remove`, { ids: double })).status).toBe(404);
    expect((await keeper.post(`${CALL}/remove`, { ids: kept })).body.bizCode).toBe('IN_USE');
    const third = await add(`Third ${pair}`);
    expect((await merge(double, third)).body).toMatchObject({ bizCode: 'SUPPLIER_MERGED' });
    expect((await merge(third, double)).body).toMatchObject({
      bizCode: 'SUPPLIER_MERGED',
      data: { fields: [{ field: 'intoId', message: expect.stringContaining(names[1] ?? '') }] },
    });
    expect((await keeper.post(`${CALL}/submit`, { supplierName: names[0], paymentTerms: 1 })).body).toMatchObject({
      bizCode: 'SUPPLIER_NAME_MERGED',
      data: { fields: [{ field: 'supplierName' }] },
    });
  });

  it('is found by its name and code, and by its id, in imports; also in one that was read before', async () => {
    const [a, b, c, d] = fresh(4);
    const imported = async (content: string, more: object = {}) => {
      const fields = { batchName: 'Late', numberType: 1, capability: 8, warehouseCode: 'WH01', sourceType: 1 };
      const proof = { rightsAttested: 1, provenanceNote: 'Invoice 7', costPrice: '1.2' };
      const form = multipart({ ...fields, ...proof, ...more }, { name: 'list.csv', content });
      const { taskNo } = (await keeper.post('whatsapp/pre-warehouse/import', form.body, form.headers)).body.data;
      const progress = async () => (await keeper.get('desk/task/progress', { taskNo })).body.data;
      await expect.poll(async () => (await progress()).result?.goodLines).toBeGreaterThan(0);
      return { taskNo, result: (await progress()).result };
    };
    const waiting = await imported(`+${a}`, { supplierId: double });
    await merge(double, kept);
    await keeper.post('whatsapp/pre-warehouse/import-commit', { taskNo: waiting.taskNo });
    await imported(`号码,供应商\n+${b},${names[0]}\n+${c},harbor-${pair}`, { commit: 1, supplierName: names[0] });
    await imported(`+${d}`, { commit: 1, supplierId: double });
    const found = async () => (await listed('whatsapp/pre-warehouse/list', { supplierId: kept })).total;
    await expect.poll(found).toBe(4);
    // What was read before names the old record, whatever comes after it the one that stays.
    expect(
      (
        await query('select supplier_id::text as id from inv_staged where e164 = any($1::bigint[]) order by e164', [
          [a, b, c, d],
        ])
      ).map(({ id }) => id),
    ).toEqual([double, kept, kept, kept]);
    expect(await query('select count(*)::int as n from sup_supplier where supplier_name ilike $1', [names[0]])).toEqual(
      [{ n: 1 }],
    );
  });

  it('is shown by the one that stays with who merged it and when; the trail has the same', async () => {
    await merge(double, kept);
    expect((await keeper.get(`${CALL}/merged`, { id: kept })).body.data).toMatchObject([
      { id: double, supplierName: names[0], intoName: names[1], mergedUserName: keeper.row.realName },
    ]);
    expect(
      await query(
        `select user_id::text as by, after -> $1 -> 'merged_into' as into from audit_log
         where object_type = 'whatsapp/supplier' and action = 'merge' order by id desc limit 1`,
        [`sup_supplier:${double}`],
      ),
    ).toMatchObject([{ by: String(keeper.id), into: expect.anything() }]);
  });
});

describe('a merge', () => {
  it('is refused into itself, into an unknown one, of another tenant and without the permission', async () => {
    expect((await merge(double, double)).body).toMatchObject({
      bizCode: 'SUPPLIER_MERGE_SELF',
      data: { fields: [{ field: 'intoId' }] },
    });
    expect((await merge(double, '999999')).body).toMatchObject({
      bizCode: 'SUPPLIER_UNKNOWN',
      data: { fields: [{ field: 'intoId' }] },
    });
    const { admin } = await secondTenantOf(product);
    const theirs = (await admin.post(`${CALL}/submit`, { supplierName: 'Theirs', paymentTerms: 1 })).body.data.id;
    expect((await merge(double, theirs)).body.bizCode).toBe('SUPPLIER_UNKNOWN');
    expect((await merge(double, kept, admin)).status).toBe(404);
    expect((await merge(theirs, kept, admin)).body.bizCode).toBe('SUPPLIER_UNKNOWN');
    expect((await merge(double, kept, await product.staff('finance'))).status).toBe(403);
    expect((await keeper.get(`${CALL}/merged`, { id: kept })).body.data).toEqual([]);
  });

  it('of both directions at once happens once; a chain counts for its end', async () => {
    const third = await add(`Third ${pair}`);
    const both = await Promise.all([merge(double, kept), merge(kept, double)]);
    expect(both.map(({ body }) => body.bizCode ?? 'done').sort()).toEqual(['SUPPLIER_MERGED', 'done']);
    const [end, inner] =
      (await keeper.get(`${CALL}/detail`, { id: kept })).status === 200 ? [kept, double] : [double, kept];
    // B is merged into C while A is merged into B: either order is right, and nothing is lost.
    const [extra] = [await add(`Fourth ${pair}`)];
    await stocked(inner, 2);
    await stocked(extra, 1);
    const results = await Promise.all([merge(end, third), merge(extra, end)]);
    expect(results[0]?.body.code).toBe(200);
    if (results[1]?.body.bizCode === 'SUPPLIER_MERGED') await merge(extra, third);
    expect((await listed('whatsapp/warehouse/page', { supplierId: third })).total).toBe(3);
    expect((await keeper.get(`${CALL}/merged`, { id: third })).body.data).toHaveLength(3);
  });

  it('is refused while both have an open claim for one batch; afterwards failed numbers of both are collected in one', async () => {
    const ids = await stocked(double, 2);
    const batchOf = (itemId: bigint | undefined) => query('select batch_no from inv_item where id = $1', [itemId]);
    const shared = (await batchOf(ids[0]))[0]?.['batch_no'];
    const others = await stocked(kept, 2);
    for (const batch of [shared, null]) {
      await query('update inv_item set batch_no = $1 where id = any($2)', [batch, [...ids, ...others]]);
      const [mine, theirs] = [await claim(ids.slice(0, 1)), await claim(others.slice(0, 1))];
      const refused = await merge(double, kept);
      expect(refused.body.bizCode).toBe('SUPPLIER_CLAIMS_BOTH_OPEN');
      expect(refused.body.msg).toContain(batch ?? '—');
      for (const { claimIds } of [mine, theirs])
        await keeper.post('whatsapp/supplier-claim/cancel', { ids: String(claimIds[0]), reason: 'Once more' });
    }
    const mine = await claim(ids.slice(0, 1));
    expect((await merge(double, kept)).body.code).toBe(200);
    expect((await claim([...ids, ...others])).claimIds).toEqual(mine.claimIds);
    expect((await unmerge(double)).body.bizCode).toBe('SUPPLIER_CLAIM_JOINT');
    await keeper.post('whatsapp/supplier-claim/cancel', { ids: String(mine.claimIds[0]), reason: 'Once more' });
    expect((await unmerge(double)).body.code).toBe(200);
  });
});

it('a number that fails while its supplier is merged joins the open claim of the one that stays', async () => {
  const [mine, theirs] = [await stocked(double), await stocked(kept)];
  await query('update inv_item set batch_no = null where id = any($1)', [[...mine, ...theirs]]);
  const { claimIds } = await claim(theirs);
  const [merged, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const merging = product.db.tx(async (tx) => {
    await mergeSuppliers(tx, actor, { id: BigInt(double), intoId: BigInt(kept) });
    merged.resolve();
    await released.promise;
  });
  await merged.promise;
  const claiming = claim(mine);
  await expect.poll(async () => (await query('select from pg_locks where not granted')).length).toBeGreaterThan(0);
  released.resolve();
  await merging;
  expect((await claiming).claimIds).toEqual(claimIds);
});

describe('an undone merge', () => {
  it('restores both exactly, with the records merged before', async () => {
    const first = await add(`First ${pair}`);
    await stocked(first, 1);
    await stocked(double, 2);
    await stocked(kept, 3);
    await merge(first, double);
    await merge(double, kept);
    const total = async (supplierId: string) => (await listed('whatsapp/warehouse/page', { supplierId })).total;
    expect(await total(kept)).toBe(6);
    expect((await unmerge(double)).body.code).toBe(200);
    expect([await total(kept), await total(double), await total(first)]).toEqual([3, 3, 3]);
    expect((await unmerge(double)).body.bizCode).toBe('SUPPLIER_NOT_MERGED');
    expect((await keeper.get(`${CALL}/detail`, { id: double })).body.data.supplierName).toBe(names[0]);
  });

  it('is possible within its days and refused afterwards', async () => {
    await merge(double, kept);
    const age = (more: string) =>
      query(
        `update sup_supplier set merged_time = now() - make_interval(days => ${MERGE_UNDO_DAYS}) + ${more} where id = $1`,
        [double],
      );
    await age("interval '0'");
    expect((await unmerge(double)).body.bizCode).toBe('SUPPLIER_MERGE_OLD');
    await age("interval '1 minute'");
    expect((await unmerge(double)).body.code).toBe(200);
  });
});

it('any merges and undone merges leave the money that suppliers owe as it was', async () => {
  const RUNS = Number(process.env['FAST_CHECK_RUNS'] ?? 6);
  const SEED = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 2 ** 31);
  const which = fc.nat(3);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('claim' as const), which }),
    fc.record({ kind: fc.constant('send' as const), which }),
    fc.record({ kind: fc.constant('answer' as const), which, accepted: fc.nat(1_200_000) }),
    fc.record({ kind: fc.constant('receive' as const), which, received: fc.integer({ min: 1, max: 1_200_000 }) }),
    fc.record({ kind: fc.constantFrom('merge' as const, 'unmerge' as const), which, into: which }),
  );
  let runs = 0;
  const sums = async () => {
    const balances = await supplierBalances(product.db, actor);
    const sum = (of: 'claimed' | 'accepted' | 'received' | 'due') =>
      balances.reduce((total, row) => total + row[of], 0n);
    return { claimed: sum('claimed'), accepted: sum('accepted'), received: sum('received'), due: sum('due') };
  };
  const rowsSum = async () => {
    const [row] = await query(`
      select sum(amount)::text as claimed, coalesce(sum(accepted_amount), 0)::text as accepted, sum(received_amount)::text as received,
        coalesce(sum(accepted_amount - received_amount) filter (where status in (2, 3)), 0)::text as due
      from sup_claim where status not in (0, 7) and deleted_at is null`);
    return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, BigInt(String(value ?? '0'))]));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      runs += 1;
      const ids: bigint[] = [];
      for (const n of [0, 1, 2, 3]) ids.push(BigInt(await add(`Property ${runs} ${n}`)));
      const at = (index: number) => ids[index] ?? 0n;
      const claimOf = async (index: number, status: string) =>
        (
          await query(`select id::text from sup_claim where supplier_id = $1 and status in (${status}) order by id`, [
            at(index),
          ])
        )[0]?.['id'];
      for (const one of steps) {
        const before = await sums();
        const id = BigInt(
          (await claimOf(
            one.which,
            { claim: '0', send: '0', answer: '1', receive: '2, 3', merge: '0', unmerge: '0' }[one.kind],
          )) ?? 0,
        );
        const tried = async (work: () => Promise<unknown>) =>
          work().then(
            () => true,
            () => false,
          );
        if (one.kind === 'claim') await claim(await stocked(String(at(one.which))));
        else if (one.kind === 'send' && id) await send(id);
        else if (one.kind === 'answer' && id)
          await tried(() =>
            product.db.tx((tx) =>
              answerSupplierClaim(tx, actor, { id, acceptedAmount: micros(BigInt(one.accepted)), answer: 'Agreed' }),
            ),
          );
        else if (one.kind === 'receive' && id)
          await tried(() =>
            product.db.tx((tx) =>
              receiveForClaim(tx, actor, { id, amount: micros(BigInt(one.received)), reason: 'Paid' }),
            ),
          );
        else if (one.kind === 'merge' || one.kind === 'unmerge') {
          await tried(() =>
            product.db.tx(async (tx) => {
              if (one.kind === 'merge') {
                await mergeSuppliers(tx, actor, { id: at(one.which), intoId: at(one.into) });
                return assertOneOpenClaim(tx, actor, at(one.into));
              }
              const undone = await unmergeSupplier(tx, actor, at(one.which));
              return assertClaimsSeparate(tx, actor, { id: at(one.which), ...undone });
            }),
          );
          expect(await sums()).toEqual(before);
        }
        expect(await sums()).toEqual(await rowsSum());
      }
      // One balance for each supplier that stayed, and none for a merged record.
      const balances = await supplierBalances(product.db, actor);
      const merged = new Set(
        (await query('select id::text from sup_supplier where merged_into is not null')).map(({ id }) => id),
      );
      expect(balances.filter(({ supplierId }) => merged.has(String(supplierId)))).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
