import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { openSupplierClaims, remindOfClaims } from '../../engines/stock/supplier-claims/index.ts';
import { testApp } from '../../testing/app.ts';
import { claimed, suppliedNumbers } from '../../testing/supplier-claims.ts';

const product = await testApp();
const [keeper, finance, second] = await Promise.all(['warehouse', 'finance', 'administrator'].map(product.staff));
afterAll(() => product.close());

const { sent, accepted, partly, rejected, settled, writtenOff } = supplierClaimStatus.is;
const CALL = 'whatsapp/supplier-claim';
const detail = async (id: string) => (await finance!.get(`${CALL}/detail`, { id })).body.data;
const add = async (itemIds: readonly bigint[], amount?: Micro) => {
  const actor = await product.admin.actor();
  const items = itemIds.map((itemId) => ({ itemId, warrantyClaimId: 7n, evidence: 'Inactive 10:00, 10:40', amount }));
  return product.db.tx((tx) => openSupplierClaims(tx, actor, { items }));
};
const sentClaim = async (count = 2): Promise<string> => {
  const id = await claimed(product, count);
  expect((await keeper!.post(`${CALL}/send`, { ids: id })).body.code).toBe(200);
  return id;
};
const answer = (id: string, acceptedAmount: string) =>
  finance!.post(`${CALL}/answer`, { id, acceptedAmount, answer: 'We checked' });

describe('an open claim', () => {
  it('collects the failed numbers of a supplier and batch at their cost, each once, also in parallel', async () => {
    const { itemIds } = await suppliedNumbers(product, 4, 'Collecting');
    const other = await suppliedNumbers(product, 1, 'Collecting');
    const results = await Promise.all([
      add(itemIds.slice(0, 3)),
      add(itemIds.slice(1)),
      add(itemIds),
      add(other.itemIds),
    ]);
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(5);
    const { records } = (await keeper!.get(`${CALL}/list`, { ascs: 'amount' })).body.data;
    expect(records).toMatchObject([
      { supplierName: 'Collecting', itemCount: 1, amount: '1.2', status: 0, isOverdue: 0 },
      { supplierName: 'Collecting', itemCount: 4, amount: '4.8', status: 0 },
    ]);
    const lines = (await keeper!.get(`${CALL}/lines`, { claimId: records[1].id })).body.data;
    expect(lines.total).toBe(4);
    expect(lines.records[0]).toMatchObject({ checks: 'Inactive 10:00, 10:40', warrantyClaimId: '7', amount: '1.2' });
    expect(lines.records[0].number).toContain('*');
  });

  it('skips numbers without a supplier and takes the amount that is given', async () => {
    const { itemIds } = await suppliedNumbers(product, 2, 'Given amount');
    await product.db.pool.query('update inv_item set supplier_id = null where id = $1', [itemIds[0]]);
    expect(await add(itemIds, 300_000n as Micro)).toMatchObject({ added: 1, skipped: 1 });
    const { records } = (await keeper!.get(`${CALL}/list`, {})).body.data;
    expect(records[0]).toMatchObject({ itemCount: 1, amount: '0.3' });
  });

  it('is sent with the deadline of the supplier; later numbers open another one, and a cancelled one frees its numbers', async () => {
    const { itemIds, supplierId } = await suppliedNumbers(product, 2, 'Deadline');
    await product.db.pool.query('update sup_supplier set claim_days = 3 where id = $1', [supplierId]);
    const { claimIds } = await add(itemIds.slice(0, 1));
    const first = String(claimIds[0]);
    await keeper!.post(`${CALL}/send`, { ids: first });
    const { sentTime, deadline, senderName } = await detail(first);
    expect(Date.parse(deadline.replace(' ', 'T')) - Date.parse(sentTime.replace(' ', 'T'))).toBe(3 * 86_400_000);
    expect(senderName).toBeTruthy();
    const later = await add(itemIds);
    expect(later).toMatchObject({ added: 1, skipped: 1 });
    expect(String(later.claimIds[0])).not.toBe(first);
    await keeper!.post(`${CALL}/cancel`, { ids: String(later.claimIds[0]), reason: 'Works again' });
    expect(await add(itemIds)).toMatchObject({ added: 1, skipped: 1 });
  });

  it('is opened by hand by whole numbers, and refused when none can be claimed', async () => {
    const { numbers } = await suppliedNumbers(product, 2, 'By hand');
    const open = (list: string) => keeper!.post(`${CALL}/open`, { numbers: list, reason: 'Inactive on arrival' });
    const { data } = (await open(`+${numbers[0]}\n${numbers[1]}, +12025550999`)).body;
    expect(data).toMatchObject({ added: 2, skipped: 0, unknown: 1 });
    expect((await open(`+${numbers[0]} +12025550999`)).body).toMatchObject({ bizCode: 'SUPPLIER_CLAIM_NUMBERS' });
  });
});

it('is filled with the IDs of the numbers of an order that are on no claim', async () => {
  const { productId, countryCode } = await createShop(product.db, { stock: 2 });
  const buyer = await product.agent({ money: 10_000_000n });
  const body = { productId: String(productId), quantity: 2, useDeclaration: 1, expectedAmount: '2' };
  const { orderId } = (await buyer.post('agent/product/buy', body)).body.data;
  const { supplierId } = await suppliedNumbers(product, 1, 'Of an order');
  const { rows } = await product.db.pool.query<{ item_no: string }>(
    'update inv_item set supplier_id = $1 where country_code = $2 returning item_no',
    [supplierId, countryCode],
  );
  const names = rows.map((row) => row.item_no).toSorted();
  const filled = async (reader = keeper!) => (await reader.get(`${CALL}/claimable`, { orderId })).body.data;
  expect(await filled()).toEqual({ numbers: names, isMore: 0 });
  expect((await keeper!.post(`${CALL}/open`, { numbers: names[0], reason: 'Inactive' })).body.data.added).toBe(1);
  expect(await filled()).toEqual({ numbers: names.slice(1), isMore: 0 });
});

describe('a sent claim', () => {
  it('is accepted in full, in part or rejected, once, never above its amount', async () => {
    const id = await sentClaim();
    expect((await answer(id, '2.5')).body).toMatchObject({
      bizCode: 'SUPPLIER_CLAIM_ACCEPTED',
      data: { fields: [{ field: 'acceptedAmount' }] },
    });
    await answer(id, '2.4');
    expect(await detail(id)).toMatchObject({ status: accepted, acceptedAmount: '2.4', answer: 'We checked' });
    expect((await answer(id, '1')).body.bizCode).toBe('STATE_CONFLICT');
    const [part, none] = [await sentClaim(), await sentClaim()];
    await answer(part, '1');
    await answer(none, '0');
    expect([(await detail(part)).status, (await detail(none)).status]).toEqual([partly, rejected]);
  });

  it('is settled by payments up to the accepted amount, without touching a wallet', async () => {
    const id = await sentClaim();
    await answer(id, '2');
    const journals = async () => (await product.db.pool.query('select count(*)::int as n from fin_journal')).rows[0].n;
    const before = await journals();
    const receive = (amount: string) => finance!.post(`${CALL}/receive`, { id, amount, reason: 'Transfer 12' });
    await receive('0.5');
    expect(await detail(id)).toMatchObject({ status: partly, receivedAmount: '0.5' });
    expect((await receive('1.500001')).body.bizCode).toBe('SUPPLIER_CLAIM_RECEIVED');
    await receive('1.5');
    expect(await detail(id)).toMatchObject({ status: settled, receivedAmount: '2' });
    expect(await journals()).toBe(before);
    const events = (await finance!.get(`${CALL}/timeline`, { id })).body.data;
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'receive',
      'receive',
      'answer',
      'send',
      'create',
    ]);
    const { supplierId } = await detail(id);
    expect((await finance!.get(`${CALL}/balance`, { supplierId })).body.data).toMatchObject([
      { claimed: '2.4', accepted: '2', received: '2', due: '0', claims: 1 },
    ]);
  });

  it('is written off by another person than the sender and the one who recorded the answer', async () => {
    const id = await sentClaim();
    await answer(id, '0');
    const writeOff = { ids: id, reason: 'Not worth a dispute' };
    expect((await finance!.post(`${CALL}/write-off`, writeOff)).body.bizCode).toBe('SUPPLIER_CLAIM_SECOND_PERSON');
    expect((await keeper!.post(`${CALL}/write-off`, writeOff)).status).toBe(403);
    expect((await second!.post(`${CALL}/write-off`, writeOff)).body.code).toBe(200);
    expect((await detail(id)).status).toBe(writtenOff);
  });

  it('is reported once when its deadline has passed', async () => {
    const id = await sentClaim();
    await product.db.pool.query(`update sup_claim set deadline = now() - interval '1 minute' where id = $1`, [id]);
    expect(await product.db.tx(remindOfClaims)).toBe(1);
    expect(await product.db.tx(remindOfClaims)).toBe(0);
    expect(await detail(id)).toMatchObject({ status: sent, isOverdue: 1 });
    const { records } = (await finance!.get('message/my/list', {})).body.data;
    expect(records.filter(({ bizId }: { bizId: string }) => bizId === id)).toHaveLength(1);
  });

  it('is exported with its numbers, masked without the permission, and of a whole supplier', async () => {
    const id = await sentClaim(2);
    const { supplierId, claimNo } = await detail(id);
    const masked = await readXlsx((await keeper!.post(`${CALL}/statement`, { id })).raw);
    expect(masked.sheets.map(({ rows }) => rows.length)).toEqual([6, 3]);
    expect(String(masked.sheets[1]?.rows[1]?.[3])).toContain('*');
    const plain = await readXlsx((await second!.post(`${CALL}/statement`, { supplierId })).raw);
    expect(String(plain.sheets[1]?.rows[1]?.[3])).toMatch(/^\+1\d{10}$/);
    expect(plain.sheets[1]?.rows.slice(1).map(([no]) => no)).toEqual([claimNo, claimNo]);
    expect((await keeper!.post(`${CALL}/statement`, {})).status).toBe(404);
  });
});
