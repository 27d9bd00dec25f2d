import { micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { STOCK } from '../engines/stock/inventory/index.ts';
import {
  answerSupplierClaim,
  openSupplierClaims,
  stepSupplierClaims,
  supplierClaims,
} from '../engines/stock/supplier-claims/index.ts';
import { suppliers } from '../engines/stock/suppliers/index.ts';
import { logState } from '../kernel/resource/states.ts';
import type { Demo } from './demo.ts';

const NAMES = ['Lantern Numbering (sample)', '灯塔号码（示例）', 'Coral Route (sample)', 'Heath & Hollow (sample)'];

/** Adds the suppliers of the batches; the last one still lacks its contact. */
export async function openSuppliers({ tx, people, system }: Pick<Demo, 'tx' | 'people' | 'system'>): Promise<void> {
  const { userId, realName } = people.staff.warehouse;
  await tx.insert(suppliers).values(
    NAMES.map((supplierName, index) => {
      const isComplete = index < NAMES.length - 1;
      return {
        tenantId: system.tenantId,
        supplierCode: `SP-${String(index + 1).padStart(3, '0')}`,
        supplierName,
        warehouseCode: index === 1 ? 'WH02' : 'WH01',
        paymentTerms: index + 1,
        creditDays: index === 3 ? 30 : null,
        claimDays: 7 + index * 7,
        ...(isComplete
          ? { contactName: `Contact ${index + 1} (sample)`, contactEmail: `claims${index + 1}@example.com`, record: 1 }
          : { record: 0 }),
        createUser: userId,
        createUserName: realName,
        updateUser: userId,
      };
    }),
  );
}

/** Claims for inactive numbers: one is still open, one was sent, one accepted in part. */
export async function claimFromSuppliers({ tx, people }: Demo): Promise<void> {
  const { warehouse, finance } = people.staff;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select i.id from (
      select i.id, dense_rank() over (order by supplier_id, batch_no) as batch, row_number() over (partition by supplier_id, batch_no order by i.id) as place
      from inv_item i where stock_status = ${STOCK.dead} and supplier_id is not null
    ) i where batch <= 3 and place <= 6 order by id`);
  const items = rows.map(({ id }) => ({
    itemId: BigInt(id),
    evidence: '两次检测均失效（演示） / Inactive in two checks (demo)',
  }));
  const { claimIds } = await openSupplierClaims(tx, warehouse, { items });
  const sent = claimIds.slice(1);
  for (const id of sent) {
    const claims = await tx.select().from(supplierClaims).where(sql`${supplierClaims.id} = ${id}`);
    await stepSupplierClaims(tx, warehouse, claims, 'send');
    await tx.update(supplierClaims).set({ status: 1 }).where(sql`${supplierClaims.id} = ${id}`);
    await logState(tx, warehouse, { type: 'whatsapp/supplier-claim', id, from: 0, to: 1, event: 'send' });
  }
  const [answered] = await tx
    .select()
    .from(supplierClaims)
    .where(sql`${supplierClaims.id} = ${sent[0] ?? 0n}`);
  if (answered)
    await answerSupplierClaim(tx, finance, {
      id: answered.id,
      acceptedAmount: micros(answered.amount / 2n),
      answer: '认可其中一部分（演示） / A part is accepted (demo)',
    });
}
