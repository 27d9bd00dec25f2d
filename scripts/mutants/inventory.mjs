const of = (...names) => names.map((name) => `server/src/engines/stock/inventory/${name}.test.ts`);
const area = (name) => `server/src/areas/whatsapp/${name}.test.ts`;
const ALLOCATE = 'server/src/engines/stock/inventory/allocate.ts';
const BATCHES = 'server/src/engines/stock/inventory/batches.ts';
const OUTBOUND = 'server/src/engines/stock/inventory/outbound.ts';
const STAGED = 'server/src/engines/stock/inventory/staged.ts';
const STOCK = 'server/src/engines/stock/inventory/stock.ts';
const COUNTERS = 'server/database/functions/inventory/inv_count.sql';
const TABLES = 'server/database/baseline/04_inventory.sql';
const MOVE = 'server/database/functions/inventory/inv_move.sql';
const PICK = 'server/database/functions/inventory/inv_pick.sql';

export default [
  {
    file: STAGED,
    what: 'numbers of an unconfirmed import may be moved and voided',
    from: "visible(actor, staged, 'tenant'), inCommittedBatch, inArray(",
    to: "visible(actor, staged, 'tenant'), inArray(",
    tests: of('staged'),
  },
  {
    file: STAGED,
    what: 'a warehouse that was switched off takes numbers in',
    from: 'w.warehouse_code = s.warehouse_code and w.status = 1 and',
    to: 'w.warehouse_code = s.warehouse_code and',
    tests: of('staged'),
  },
  {
    file: STAGED,
    what: 'numbers of a blocked country enter stock',
    from: 'c.id is null or c.is_blocked = 1 or c.status <> 1',
    to: 'c.id is null or c.status <> 1',
    tests: of('staged'),
  },
  {
    file: STAGED,
    what: 'the shortest lease that may be sold is refused',
    from: "s.lease_end < (now() at time zone 'UTC')::date + ${LEASE_MINIMUM_DAYS}",
    to: "s.lease_end <= (now() at time zone 'UTC')::date + ${LEASE_MINIMUM_DAYS}",
    tests: of('staged'),
  },
  {
    file: ALLOCATE,
    what: 'quarantine lasts ninety days wherever the number is from',
    from: 'select quarantine_days from inv_country c',
    to: 'select 90 from inv_country c',
    tests: of('allocate'),
  },
  {
    file: ALLOCATE,
    what: 'a run of consecutive numbers may be one too short',
    from: 'having count(*) >= ${quantity}',
    to: 'having count(*) >= ${quantity} - 1',
    tests: of('allocate'),
  },
  {
    file: TABLES,
    what: 'a lease of exactly seven days is not sold',
    from: "lease_end >= (now() at time zone 'UTC')::date + 7",
    to: "lease_end > (now() at time zone 'UTC')::date + 7",
    tests: of('allocate'),
  },
  {
    file: TABLES,
    what: 'numbers found dead are sold',
    from: ' and owner_type = 1 and survive_status <> 2',
    to: ' and owner_type = 1',
    tests: of('promises'),
  },
  {
    file: PICK,
    what: 'buyers wait for each other and miss the numbers that the first left',
    from: 'order by id + 0 limit v_quantity for update skip locked',
    to: 'order by id + 0 limit v_quantity for update',
    tests: of('allocate'),
  },
  {
    file: MOVE,
    what: 'a delivered number is recorded without an owner',
    from: 'assigned_to = case when m.until is null then m.assign else i.assigned_to end,',
    to: 'assigned_to = i.assigned_to,',
    tests: of('allocate'),
  },
  {
    file: COUNTERS,
    what: 'the living are not counted when numbers change',
    from: 'coalesce(sum(n) filter (where survive_status = 1), 0), sum(n * cost_price),',
    to: '0, sum(n * cost_price),',
    tests: of('counters'),
  },
  {
    file: OUTBOUND,
    what: 'reservations end before their time',
    from: 'and(eq(outbounds.status, OUTBOUND.reserved), lt(outbounds.reserveExpireTime, sql`now()`))',
    to: 'eq(outbounds.status, OUTBOUND.reserved)',
    tests: of('promises'),
  },
  {
    file: OUTBOUND,
    what: 'a note may be downloaded once more than it may',
    from: 'note.downloadCount - note.staffDownloadCount >= note.maxDownload',
    to: 'note.downloadCount - note.staffDownloadCount > note.maxDownload',
    tests: [area('outbound/exports')],
  },
  {
    file: OUTBOUND,
    what: 'numbers of a blocked country are delivered',
    from: 'if (country.is_blocked === 1 || country.status !== 1)',
    to: 'if (country.status !== 1)',
    tests: of('promises'),
  },
  {
    file: STOCK,
    what: 'a number found dead again after exactly ten minutes stays alive',
    from: 'i.dead_since <= ${at}::timestamptz',
    to: 'i.dead_since < ${at}::timestamptz',
    tests: [...of('promises'), area('warehouse')],
  },
  {
    file: STOCK,
    what: "a customer's number that was found dead leaves the customer",
    from: " and i.stock_status in (${sql.raw(stockMachine.die.from.join(', '))})",
    to: '',
    tests: of('promises'),
  },
  {
    file: STOCK,
    what: 'a number found alive in between still counts as dead',
    from: 'then coalesce(i.dead_since, ${at}) end,',
    to: 'then coalesce(i.dead_since, ${at}) else i.dead_since end,',
    tests: of('promises'),
  },
  {
    file: STOCK,
    what: 'quarantine ends at the next look',
    from: ' and quarantine_until <= now() order by id',
    to: ' order by id',
    tests: of('promises'),
  },
  {
    file: STOCK,
    what: 'reserved and delivered numbers may be taken off sale',
    from: `  if (rows.some((row) => row.stockStatus !== event.from[0] && row.stockStatus !== event.to))
    throw commonErrors.STATE_CONFLICT();
`,
    to: '',
    tests: [area('warehouse')],
  },
  {
    file: BATCHES,
    what: 'a batch may be voided although numbers of it are in stock',
    from: '  if (batch.inWarehouseCount > 0n) throw inventoryErrors.BATCH_MOVED();\n',
    to: '',
    tests: of('promises'),
  },
  {
    file: BATCHES,
    what: 'numbers of an unconfirmed import count as known',
    from: ' and b.status = ${BATCH.committed} and s.e164 = any(',
    to: ' and s.e164 = any(',
    tests: of('staged'),
  },
  {
    file: 'server/src/engines/stock/inventory/lines.ts',
    what: "customers' own numbers are in the stock-take",
    from: ' and deleted_at is null and owner_type = 1 and stock_status',
    to: ' and deleted_at is null and stock_status',
    tests: [area('inventory')],
  },
  {
    file: 'server/src/engines/stock/suppliers/merging.ts',
    what: 'a supplier is merged into one that was merged itself',
    from: "  await assertPresent(tx, into, 'intoId');\n",
    to: '',
    tests: [area('supplier-merge')],
  },
  {
    file: 'server/src/engines/stock/supplier-claims/open.ts',
    what: 'a number that fails while its supplier is merged opens a second claim',
    from: '  await holdMerges(tx, actor.tenantId);\n',
    to: '',
    tests: [area('supplier-merge')],
  },
];
