import type { TestApp, TestUser } from './app.ts';

/** A valid address without an owner. */
export const RECEIVING = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

let count = 0;

/** A payment method agents and sub-users recharge by. @returns its code */
export async function openMethod(
  { db }: Pick<TestApp, 'db'>,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  count += 1;
  const row: Record<string, unknown> = {
    tenant_id: '000000',
    method_code: `pay-${count}`,
    method_name: '泰达币',
    method_name_en: 'Tether',
    method_type: 1,
    direction: 1,
    network: 1,
    scale: 6,
    min_amount: '10000000',
    max_amount: '5000000000',
    receive_addresses: JSON.stringify([RECEIVING]),
    ...columns,
  };
  const names = Object.keys(row);
  await db.pool.query(
    `insert into pay_method (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
  return String(row['method_code']);
}

/** An unused transaction hash, as a wallet shows it. */
export const newHash = (): string => {
  count += 1;
  return count.toString(16).padStart(64, 'a');
};

/** A user's recharge in the requested state. @returns its id */
export async function orderedRecharge(
  product: TestApp,
  who: TestUser,
  { isPaid = false, isExpired = false }: { isPaid?: boolean; isExpired?: boolean } = {},
): Promise<string> {
  const done = (answer: { status: number; body: { data: { id: string } } }) => {
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const paymentMethod = await openMethod(product);
  const { id } = done(await who.post('agent/recharge/create-order', { amount: '100', paymentMethod }));
  if (isPaid) done(await who.post('agent/recharge/update', { id, txHash: newHash() }));
  if (isExpired)
    await product.db.pool.query(`update pay_recharge set status = 4, expire_time = now() where id = $1`, [id]);
  return id;
}

/** A payment that was seen and matched nothing. @returns its id */
export async function strayPayment({ db }: Pick<TestApp, 'db'>, status = 2): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into pay_incoming (tenant_id, watcher_code, network, receive_address, tx_hash, amount, currency, confirmations, paid_time, status, problem)
     values ('000000', 'chain', 1, $1, $2, 100000000, 'USDT', 30, now(), $3, 1) returning id::text`,
    [RECEIVING, newHash(), status],
  );
  const id = rows[0]?.id ?? '';
  await db.pool.query(
    `insert into biz_state_log (tenant_id, object_type, object_id, to_state, event)
     values ('000000', 'user/incoming-payment', $1, $2, 'create')`,
    [id, status],
  );
  return id;
}
