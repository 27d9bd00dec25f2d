import { financeType, walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import Reversal from './reversal.tsx';

interface RechargeReversalProps {
  readonly recharge: { readonly userId: string; readonly rechargeNo: string };
  readonly onClose: () => void;
}

/** Undoes the credit of a passed recharge. */
export default function RechargeReversal({ recharge: { userId, rechargeNo }, onClose }: RechargeReversalProps) {
  const { data, error, refetch } = useCall(financeLog, 'list', {
    userId,
    bizNo: rechargeNo,
    financeType_in: String(financeType.is.recharge),
    walletKind: walletKind.is.balance,
    current: 1,
    size: 1,
  } as never);
  const movement = data?.records[0];
  const t = useText();
  if (movement) return <Reversal movement={movement} onClose={onClose} />;
  return (
    <FormDialog
      title={t({ zh: '冲回 · {no}', en: 'Reverse · {no}' }, { no: rechargeNo })}
      submitText={t({ zh: '冲回', en: 'Reverse' })}
      isDisabled
      content={
        error ? (
          <ListProblem error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Alert type="info" showIcon title={t({ zh: '没有找到入账流水', en: 'Its entry was not found' })} />
        ) : (
          <Skeleton active />
        )
      }
      onSubmit={async () => undefined}
      onClose={onClose}
    />
  );
}
