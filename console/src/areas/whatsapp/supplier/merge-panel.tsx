import { MERGE_UNDO_DAYS, supplier } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import { ref } from '@trade-assistant/contract/kit/field.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import type { ReactNode } from 'react';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';

const fields = {
  intoId: ref(
    { resource: supplier.name, call: 'select' },
    {
      label: { zh: '保留的供应商', en: 'Supplier that stays' },
      help: { zh: '名称、编码、联系方式与条款以它为准', en: 'Its name, code, contact and terms apply from now on' },
      required: true,
    },
  ),
};

interface MergeProps {
  readonly row: WireRowOf<typeof supplier>;
  readonly onClose: () => void;
}

/** Merges a supplier that was entered twice into the one that stays; shows the figures of both first. */
export default function MergePanel({ row, onClose }: MergeProps) {
  const t = useText();
  const [form] = Form.useForm();
  const intoId = Form.useWatch<string | undefined>('intoId', form);
  const name = row.supplierName;
  return (
    <FormPanel<{ intoId: string }>
      title={t({ zh: '合并“{name}”', en: 'Merge “{name}”' }, { name })}
      width={640}
      form={form}
      fields={fields}
      keptAs={{ name: 'merge-supplier', subject: row.id }}
      submitText={t({ zh: '合并', en: 'Merge' })}
      isDangerous
      onSubmit={async (values, idempotencyKey) => {
        await call(supplier, 'merge', { id: row.id, ...values }, { idempotencyKey });
        showSuccess({ zh: `“${name}”已合并`, en: `“${name}” merged` });
      }}
      invalidates={[supplier]}
      onClose={onClose}
      before={
        <p>
          {t(
            {
              zh: '“{name}”的批次、号码与索赔今后都计入保留的供应商，搜索和导入中写“{name}”也会找到它。“{name}”不能再选择或修改。{days} 天内可以撤销，除非有索赔单已含两者的号码；合并期间以“{name}”导入的号码不随撤销返回。',
              en: 'Batches, numbers and claims of “{name}” count for the supplier that stays, and searches and imports that say “{name}” find it. “{name}” can no longer be chosen or changed. The merge can be undone within {days} days, unless a claim has numbers of both by then; numbers imported as “{name}” until then remain with the other supplier.',
            },
            { name, days: String(MERGE_UNDO_DAYS) },
          )}
        </p>
      }
    >
      {intoId && intoId !== row.id && <Preview id={row.id} intoId={intoId} />}
    </FormPanel>
  );
}

type Side = CallData<typeof supplier, 'merge-preview', 'in'>['from'];

/** The figures of the two, side by side. */
function Preview({ id, intoId }: { readonly id: string; readonly intoId: string }) {
  const t = useText();
  const { data, error } = useCall(supplier, 'merge-preview', { id, intoId });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  const lines: { readonly label: string; readonly value: (side: Side) => ReactNode }[] = [
    { label: t({ zh: '编码', en: 'Code' }), value: ({ supplierCode }) => supplierCode },
    { label: t({ zh: '批次', en: 'Batches' }), value: ({ batchCount }) => countText(batchCount) },
    { label: t({ zh: '交付号码', en: 'Numbers delivered' }), value: ({ stockedCount }) => countText(stockedCount) },
    { label: t({ zh: '失效', en: 'Inactive' }), value: ({ failedCount }) => countText(failedCount) },
    ...(data.from.openClaims === null
      ? []
      : [
          {
            label: t({ zh: '待发送的索赔单', en: 'Open claims' }),
            value: ({ openClaims }: Side) => countText(openClaims ?? 0),
          },
          { label: t({ zh: '未收索赔款', en: 'Outstanding' }), value: ({ balances }: Side) => <Due of={balances} /> },
        ]),
  ];
  return (
    <section className="kit-group" aria-label={t({ zh: '合并预览', en: 'Preview of the merge' })}>
      <h2 className="kit-heading">{t({ zh: '合并预览', en: 'Preview of the merge' })}</h2>
      <table className="kit-lines">
        <thead>
          <tr>
            <th aria-label={t({ zh: '项目', en: 'Figure' })} />
            <th data-align="right">
              {data.from.supplierName}
              <div className="kit-weak">{t({ zh: '被合并', en: 'merged' })}</div>
            </th>
            <th data-align="right">
              {data.into.supplierName}
              <div className="kit-weak">{t({ zh: '保留', en: 'stays' })}</div>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-align="right" className="kit-number">
                {value(data.from)}
              </td>
              <td data-align="right" className="kit-number">
                {value(data.into)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Due({ of }: { readonly of: Side['balances'] }) {
  const due = (of ?? []).filter((one) => one.due !== '0');
  if (due.length === 0) return <Nothing />;
  return due.map((one) => (
    <div key={one.currency}>
      {groupedMoney(one.due)} {one.currency}
    </div>
  ));
}
