import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { DictValue, Status } from '../../kit/fields/status.tsx';

interface Stated {
  readonly status: number;
  readonly reversalNo: string | null;
}

/** The state of a recharge: one whose credit was taken back is no longer shown as credited. */
export function RechargeStatus({ row }: { row: Stated }) {
  return row.reversalNo ? (
    <Status tone="off" words={{ zh: '已冲回', en: 'Reversed' }} />
  ) : (
    <DictValue dictionary={rechargeStatus} value={row.status} />
  );
}
