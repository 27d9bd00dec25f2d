import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { ChildRows } from '../../kit/list/record/child-rows.tsx';
import type { Row } from '../../kit/list/types.ts';
import { useCan } from '../../kit/permission.tsx';

/** A charge of one number or message is below a cent. */
const exactLog = {
  ...financeLog,
  fields: { ...financeLog.fields, amount: { ...financeLog.fields.amount, decimals: 6 } },
};
const journals = {
  resource: exactLog,
  filter: ({ bizNo }: Row) => ({ bizNo: String(bizNo) }),
  columns: ['createTime', 'financeType', 'walletKind', 'direction', 'amount', 'journalNo'],
  sort: '-createTime',
};

/** The movements of money of a document, for those who may see the finance log. */
export function JournalRows({ bizNo }: { readonly bizNo: string }) {
  const canSeeLog = useCan('finance/log:view');
  return canSeeLog && <ChildRows list={journals} row={{ id: bizNo, bizNo }} />;
}
