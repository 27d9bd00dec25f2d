import type { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import type { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import Alert from 'antd/es/alert';
import type { ReactNode } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { countText } from '../../kit/parts/figures.tsx';

interface Props {
  readonly resource: typeof warrantyClaim | typeof supplierClaim;
  readonly orderId: string;
  /** The form, filled with the numbers; the note says what to do with them. */
  readonly children: (numbers: string, note: ReactNode) => ReactNode;
}

/** Shows a form that is filled with the numbers of an order of which a claim can be filed now. */
export function NumbersOfOrder({ resource, orderId, children }: Props) {
  const t = useText();
  const { data, error, refetch } = useCall(resource as typeof warrantyClaim, 'claimable', { orderId });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const n = countText(data.numbers.length);
  const words =
    data.numbers.length === 0
      ? {
          zh: '此订单目前没有可申请的号码：均已申请、已退回或不在质保期内。',
          en: 'No number of this order can be claimed now: all are claimed, returned or out of warranty.',
        }
      : data.isMore === 1
        ? {
            zh: `已填入前 ${n} 个可申请的号码，其余请另行提交。请删除仍可用的号码。`,
            en: `The first ${n} numbers that can be claimed are filled in; file the others separately. Remove the numbers that still work.`,
          }
        : {
            zh: `已填入此订单可申请的 ${n} 个号码。请删除仍可用的号码。`,
            en: `The ${n} numbers of this order that can be claimed are filled in. Remove those that still work.`,
          };
  const note = (
    <Alert className="kit-alert" type={data.numbers.length === 0 ? 'warning' : 'info'} showIcon title={t(words)} />
  );
  return children(data.numbers.join('\n'), note);
}
