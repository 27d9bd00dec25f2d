import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormDialog } from '../../../kit/parts/form-dialog.tsx';

type Price = WireRowOf<typeof priceConfigure>;

const fields = { remark: textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }) };
const RESTORED = ['costPrice', 'salePrice', 'minPrice', 'tierJson', 'minQty', 'maxQty', 'stepQty'] as const;
/** The most versions of one price that are looked through. */
const VERSIONS = 100;

/** Undoes a change of price: opens a next version with the prices and quantities of the version before. */
export default function PreviousVersion({ row, onClose }: { row: Price; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const { priceNo, priceVersion } = row;
  const { data, error, refetch } = useCall(
    priceConfigure,
    'list',
    { priceNo, current: 1, size: VERSIONS },
    { staleMillis: 0 },
  );
  const previous = data?.records
    .filter((other) => other.priceVersion < priceVersion)
    .reduce<Price | undefined>((last, one) => (last && last.priceVersion > one.priceVersion ? last : one), undefined);
  const priceText = ({ salePrice }: Price) => `${groupedMoney(salePrice)} ${row.currency}`;
  return (
    <FormDialog<{ remark: string }>
      title={t({ zh: '恢复上一版本 · {no}', en: 'Restore previous version · {no}' }, { no: priceNo })}
      submitText={t({ zh: '恢复', en: 'Restore' })}
      isDisabled={!previous}
      fields={fields}
      before={
        <>
          {error && <ListProblem error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton active />}
          {data && !previous && (
            <Alert
              type="info"
              showIcon
              className="kit-alert"
              title={t({ zh: '没有更早的版本', en: 'There is no earlier version' })}
            />
          )}
          {previous && (
            <p>
              {t(
                {
                  zh: '销售价由 {from} 恢复为 {to}（版本 {n}），立即生效，生成新版本；已有订单不变。',
                  en: 'The sale price changes from {from} back to {to} (version {n}), at once and as a new version. Existing orders keep their price.',
                },
                { from: priceText(row), to: priceText(previous), n: previous.priceVersion },
              )}
            </p>
          )}
        </>
      }
      onSubmit={async ({ remark }, idempotencyKey) => {
        if (!previous) return;
        // A reader without costs was not sent any, and sends none.
        const values = Object.fromEntries(
          RESTORED.filter((name) => previous[name] !== undefined).map((name) => [name, previous[name]]),
        );
        const input = { id: row.id, version: row.version, ...values, remark };
        const { approvalId } = await call(priceConfigure, 'update', input as never, { idempotencyKey });
        const to = priceText(previous);
        if (approvalId === null) {
          showSuccess({ zh: `${priceNo} 已恢复为 ${to}`, en: `${priceNo} restored to ${to}` });
          return;
        }
        showSuccess({
          zh: `${priceNo} 恢复为 ${to} 低于成本，已提交复核`,
          en: `${priceNo} at ${to} is below cost; sent for approval`,
        });
        void navigate(`/${approval.name}/index?record=${approvalId}`);
      }}
      invalidates={[priceConfigure]}
      onClose={onClose}
    />
  );
}
