import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { priceLevel } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { dict, money, textarea, time } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showSuccess, showUndo, showWarning } from '../../../kit/feedback.tsx';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue, Nothing, Status } from '../../../kit/fields/status.tsx';
import { STAY_OPEN } from '../../../kit/form/use-form-attempt.ts';
import { initialValues, type NamedFields, type Values } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { notifyOutcome } from '../../../kit/list/actions/use-actions.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import type { Price } from './price-cells.tsx';
import { undoPrices, type Written } from './price-changes.ts';
import { PriceSubject } from './price-subject.tsx';

type Input = CallInput<typeof priceConfigure, 'batch-setting', 'in'>;
type Outcome = CallData<typeof priceConfigure, 'batch-setting', 'in'>;

const columns = dictionary('price_column', {
  salePrice: { value: 1, zh: '销售价', en: 'Sale price' },
  costPrice: { value: 2, zh: '成本价', en: 'Cost' },
  minPrice: { value: 3, zh: '最低价', en: 'Floor price' },
});
const modes = dictionary('price_mode', {
  SET: { value: 1, zh: '设为', en: 'Set to' },
  ADD: { value: 2, zh: '增加（负数为减）', en: 'Add (negative to subtract)' },
  MULTIPLY: { value: 3, zh: '乘以', en: 'Multiply by' },
});

const fields: NamedFields = {
  field: dict(columns, { label: { zh: '价格', en: 'Price' }, required: true, initial: 1 }),
  mode: dict(modes, { label: { zh: '方式', en: 'Method' }, required: true, initial: 3 }),
  value: money({
    label: { zh: '数值', en: 'Value' },
    help: { zh: '例如乘以 1.05 表示上调 5%', en: 'Multiplying by 1.05 raises by 5 %' },
    required: true,
  }),
  effectiveTime: time({
    label: { zh: '生效时间', en: 'Effective from' },
    help: { zh: '留空表示立即生效', en: 'Empty: immediately' },
  }),
  reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: 255, required: true }),
};

/** Changes one price of many rows: shown first, done then. */
export default function BatchSetting({ rows, onClose }: { rows: readonly Price[]; onClose: () => void }) {
  const ids = rows.map(({ id }) => id);
  const t = useText();
  const navigate = useNavigate();
  const [shown, setShown] = useState<{ settings: Input['settings']; outcome: Outcome } | null>(null);

  const change = (settings: Input['settings'], options: { dryRun?: 1; idempotencyKey?: string }) => {
    const { idempotencyKey, ...trial } = options;
    return call(priceConfigure, 'batch-setting', { ids: ids.join(','), settings, ...trial }, { idempotencyKey });
  };
  const carryOut = async (settings: Input['settings'], idempotencyKey: string) => {
    const outcome = await change(settings, { idempotencyKey });
    const written = writtenBy(outcome, settings, rows);
    const done = { zh: `已调整 ${outcome.okCount} 条价格`, en: `${outcome.okCount} prices changed` };
    if (outcome.failCount > 0) notifyOutcome(outcome, done);
    else if (written.length > 0) showUndo(done, () => void takeBack(written));
    if (outcome.approvalId === null) return;
    showSuccess({ zh: '低于成本的价格已提交复核', en: 'Prices below cost sent for approval' });
    void navigate(`/${approval.name}/index?record=${outcome.approvalId}`);
  };
  const preview = async (values: Values) => {
    const settings = settingsOf(values);
    // A trial writes nothing and needs no key; only the real change uses one.
    setShown({ settings, outcome: await change(settings, { dryRun: 1 }) });
    return STAY_OPEN;
  };
  return (
    <FormPanel
      title={t({ zh: '批量调价 · {n} 条', en: 'Change prices · {n}' }, { n: ids.length })}
      submitText={t({ zh: '预览', en: 'Preview' })}
      isPrimary={shown === null}
      fields={fields}
      initial={initialValues(fields)}
      onChange={() => setShown(null)}
      onSubmit={preview}
      invalidates={[priceConfigure]}
      onClose={onClose}
      buttons={({ isBusy, send }) =>
        shown && (
          <Button
            type="primary"
            loading={isBusy}
            disabled={shown.outcome.okCount + shown.outcome.pendingCount === 0}
            onClick={() => void send((_values, idempotencyKey) => carryOut(shown.settings, idempotencyKey))}
          >
            {t(nameOfDoing(shown.outcome), { n: shown.outcome.okCount, held: shown.outcome.pendingCount })}
          </Button>
        )
      }
    >
      {shown && <Preview outcome={shown.outcome} />}
    </FormPanel>
  );
}

/** Returns the written prices, each with the changed price and its tiers before. */
const writtenBy = ({ items }: Outcome, { field }: Input['settings'], rows: readonly Price[]): Written[] =>
  items.flatMap(({ id, nextId, nextVersion, before }) =>
    nextId === null || nextVersion === null
      ? []
      : [{ id: nextId, version: nextVersion, before: { [field]: before, tierJson: tiersOf(rows, id) } }],
  );

const tiersOf = (rows: readonly Price[], id: string) => rows.find((row) => row.id === id)?.tierJson ?? [];

async function takeBack(written: readonly Written[]): Promise<void> {
  const { done, approvalId, problems } = await undoPrices(written);
  if (done > 0) showSuccess({ zh: `已撤销 ${done} 条调价`, en: `${done} price changes undone` });
  if (approvalId !== null) showSuccess({ zh: '低于成本的价格已提交复核', en: 'Prices below cost sent for approval' });
  for (const problem of problems) showWarning(problem);
  await invalidate(priceConfigure);
}

function settingsOf(values: Values): Input['settings'] {
  const { field, mode, ...rest } = values;
  return {
    ...(rest as Pick<Input['settings'], 'value' | 'reason'>),
    field: nameOf(columns, field) as Input['settings']['field'],
    mode: nameOf(modes, mode) as Input['settings']['mode'],
  };
}

const nameOf = (of: typeof columns | typeof modes, value: unknown): string | undefined =>
  Object.entries(of.entries).find(([, entry]) => entry.value === value)?.[0];

/** Returns the button's label: change, request approval, or both. */
function nameOfDoing({ okCount, pendingCount }: Outcome): Text {
  if (pendingCount === 0) return { zh: '调整 {n} 条', en: 'Change {n}' };
  return okCount === 0
    ? { zh: '提交复核 {held} 条', en: 'Send {held} for approval' }
    : { zh: '调整 {n} 条，提交复核 {held} 条', en: 'Change {n}, send {held} for approval' };
}

function Preview({ outcome }: { outcome: Outcome }) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '预览（尚未生效）', en: 'Preview (not applied yet)' })}</h2>
      {outcome.pendingCount > 0 && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={t(
            { zh: '{n} 条低于成本，须由第二人复核后生效', en: '{n} below cost; a second person must approve them' },
            { n: outcome.pendingCount },
          )}
        />
      )}
      {outcome.failCount > 0 && (
        <Alert
          type="error"
          showIcon
          className="kit-alert"
          title={t({ zh: '{n} 条不能调整', en: '{n} cannot be changed' }, { n: outcome.failCount })}
          description={[...new Set(outcome.fails.map(({ msg }) => msg))].join('；')}
        />
      )}
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '价格编号', en: 'Price no.' })}</th>
            <th>{t({ zh: '服务', en: 'Service' })}</th>
            <th>{t({ zh: '国家', en: 'Country' })}</th>
            <th data-align="right">{t({ zh: '现在', en: 'Now' })}</th>
            <th data-align="right">{t({ zh: '调整后', en: 'After' })}</th>
            <th>
              <span className="kit-weak">{t({ zh: '提示', en: 'Note' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {outcome.items.map((item) => (
            <tr key={item.id}>
              <td>{item.priceNo}</td>
              <td>
                <PriceSubject of={item} /> · <DictValue dictionary={priceLevel} value={item.agentLevel} />
              </td>
              <td>
                <CountryValue code={item.countryCode} />
              </td>
              <td data-align="right">
                {item.before === null ? <Nothing /> : <MoneyValue wire={item.before} decimals={4} />}
              </td>
              <td data-align="right">
                <MoneyValue wire={item.after} decimals={4} />
              </td>
              <td>{item.belowCost && <Status tone="bad" words={{ zh: '低于成本', en: 'Below cost' }} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
