import { suppliers } from '../engines/suppliers/index.ts';
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
