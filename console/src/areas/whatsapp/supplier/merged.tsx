import { supplier } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { confirm, showSuccess } from '../../../kit/feedback.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './supplier.module.css';

type Merged = CallData<typeof supplier, 'merged', 'in'>[number];

/** The records that were merged into a supplier; each merge can be undone for some days. */
export function MergedSuppliers({ id }: { readonly id: string }) {
  const t = useText();
  const { data, error } = useCall(supplier, 'merged', { id });
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });
  const mayUndo = useCan('whatsapp/supplier:merge');
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0)
    return (
      <p className="kit-weak">
        {t({
          zh: '没有合并进来的供应商；同一供应商录入了两次时，可在列表中合并',
          en: 'No supplier was merged into this one; merge a supplier that was entered twice from the list',
        })}
      </p>
    );
  const undo = async ({ id: merged, supplierName: name, intoName: into }: Merged) => {
    const isSure = await confirm({
      title: t({ zh: '撤销合并？', en: 'Undo the merge?' }),
      content: t(
        {
          zh: '“{name}”恢复为单独的供应商，原有的批次、号码与索赔回到它名下；合并期间以其名称导入的号码仍归“{into}”。',
          en: '“{name}” becomes a supplier of its own again, with the batches, numbers and claims that it had; numbers imported under its name in the meantime stay with “{into}”.',
        },
        { name, into },
      ),
      okText: t({ zh: '撤销合并', en: 'Undo merge' }),
    });
    if (!isSure) return;
    await attempt(async (idempotencyKey) => {
      await call(supplier, 'unmerge', { id: merged }, { idempotencyKey });
      await invalidate(supplier);
      showSuccess({ zh: `“${name}”已恢复为单独的供应商`, en: `“${name}” is a supplier of its own again` });
    });
  };
  return (
    <>
      <Problem text={problem} />
      <div className={styles['scroll']}>
        <table className="kit-lines">
          <thead>
            <tr>
              <th>{t({ zh: '供应商', en: 'Supplier' })}</th>
              <th>{t({ zh: '合并到', en: 'Merged into' })}</th>
              <th>{t({ zh: '合并', en: 'Merged' })}</th>
              <th>{t({ zh: '可撤销至', en: 'Can be undone until' })}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.id}>
                <td>
                  {one.supplierName}
                  <div className="kit-weak">{one.supplierCode}</div>
                </td>
                <td>{one.intoName}</td>
                <td>
                  <TimeValue wire={one.mergedTime} />
                  <div className="kit-weak">{one.mergedUserName}</div>
                </td>
                <td>
                  {one.undoUntil === null ? (
                    <span className="kit-weak">{t({ zh: '已过期，不能撤销', en: 'Ended; it cannot be undone' })}</span>
                  ) : (
                    <>
                      <TimeValue wire={one.undoUntil} />{' '}
                      {mayUndo && (
                        <Button
                          size="small"
                          disabled={isBusy}
                          aria-label={t(
                            { zh: '撤销合并 {name}', en: 'Undo merge of {name}' },
                            { name: one.supplierName },
                          )}
                          onClick={() => void undo(one)}
                        >
                          {t({ zh: '撤销合并', en: 'Undo merge' })}
                        </Button>
                      )}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
