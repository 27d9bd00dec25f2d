import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { smppIdForm } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { call } from '../../../kit/client/call.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { useCan } from '../../../kit/permission.tsx';

interface Given {
  readonly row: WireRowOf<typeof provider>;
  readonly receipts: CallData<typeof provider, 'health', 'in'>['receipts'];
}

/** Receipts that match no message, with the form of ids that would explain them and a button that applies it. */
export function Receipts({ row, receipts: { unmatched, misread, idForm } }: Given) {
  const t = useText();
  const mayApply = useCan('provider/provider:edit');
  const { attempt, isBusy, problem } = useAttempt();
  if (unmatched === 0 && idForm === null) return null;
  const apply = (form: number) =>
    void attempt(async (idempotencyKey) => {
      await call(provider, 'submit', { id: row.id, version: row.version, idForm: form }, { idempotencyKey });
    });
  return (
    <Alert
      type="warning"
      showIcon
      title={t(
        {
          zh: '72 小时内有 {unmatched} 条回执找不到对应消息，24 小时内有 {misread} 条回执的编号格式与设置不符。',
          en: 'Receipts of the last 72 hours that match no message: {unmatched}. Receipts of the last 24 hours with ids in another form than set: {misread}.',
        },
        { unmatched: countText(unmatched), misread: countText(misread) },
      )}
      description={
        idForm === null ? undefined : (
          <>
            <p>
              {t({
                zh: '按以下“回执中的编号”能对上更多回执；采用后，未对上的回执会重新处理：',
                en: 'More of them match with this “ID in receipts”. Once it is applied, receipts that matched nothing are read again:',
              })}{' '}
              <DictValue dictionary={smppIdForm} value={idForm} />
            </p>
            <Problem text={problem} />
            {mayApply && (
              <Button loading={isBusy} onClick={() => apply(idForm)}>
                {t({ zh: '采用', en: 'Apply' })}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
