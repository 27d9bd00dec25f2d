import {
  WHAT_IF_SCENARIOS,
  type WhatIfScenario,
  whatIf,
  whatIfFields,
} from '@trade-assistant/contract/areas/finance/what-if.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { useDownload } from '../../kit/client/use-download.ts';
import type { ControlProps } from '../../kit/form/control.ts';
import { FieldForm } from '../../kit/form/field-form.tsx';
import { OptionSelect } from '../../kit/form/option-select.tsx';
import type { NamedFields, Values } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import { Report } from './what-if/report.tsx';

type WhatIfInput = CallInput<typeof whatIf, 'report', 'in'>;

const { from, to, businessType, serviceType, percent, templateId, level1Rate, level2Rate } = whatIfFields;
const during = { from, to };
const about = { businessType, serviceType };
const FIELDS: Readonly<Record<WhatIfScenario, NamedFields>> = {
  prices: { percent, ...during, ...about },
  template: { templateId: { ...templateId, input: TemplateChoice }, ...during, ...about },
  rebates: { level1Rate, level2Rate, ...during, ...about },
};

const NAMES: Readonly<Record<WhatIfScenario, Text>> = {
  prices: { zh: '调整价格', en: 'Change prices' },
  template: { zh: '套用模板', en: 'Apply a template' },
  rebates: { zh: '调整返佣', en: 'Change commission' },
};

/** Effects the figures leave out, so that they are not read as a forecast. */
const LIMITS: Readonly<Record<WhatIfScenario, Text>> = {
  prices: {
    zh: '按每笔订单的实付单价调整，四舍五入到百万分之一；按价格配置成交的订单不低于其底价，专属价与转售价没有底价。',
    en: 'Adjusts the unit price paid in each order, rounded to one millionth. Orders at list price stay at or above their floor price; agent and resale prices have no floor.',
  },
  template: {
    zh: '按代理当前等级套用模板中的专属价；折扣以当前价格配置为准。模板的转售价、限额、开通与返佣比例不参与试算。',
    en: 'Applies the template’s agent prices by the agents’ current levels; discounts are based on the current price list. Resale prices, limits, switches and commission rates of the template are ignored.',
  },
  rebates: {
    zh: '假设客户现有的各级上级都按新比例返佣；留空的一级保持原样。价格不变。',
    en: 'Assumes that all current parents of a customer earn the new rates; an empty level stays unchanged. Prices stay.',
  },
};

/** Orders of the past under other prices, terms or rebate rates: asked at the top, answered below. */
export default function WhatIf() {
  const t = useText();
  const [scenario, setScenario] = useState<WhatIfScenario>('prices');
  const [asked, ask] = useState<WhatIfInput | null>(null);
  const [form] = Form.useForm();
  const canExport = useCan('finance/what-if:export');
  const { busy, start } = useDownload(whatIf);
  const submit = async () => {
    const values = (await form.validateFields()) as Values;
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
    ask({ ...Object.fromEntries(given), scenario } as WhatIfInput);
  };
  return (
    <div className="kit-page">
      <div className="kit-title">
        <h1>{t(whatIf.title)}</h1>
        <span className="kit-weak">{t(whatIf.help ?? whatIf.title)}</span>
      </div>
      <Segmented<WhatIfScenario>
        aria-label={t({ zh: '试算内容', en: 'Scenario' })}
        style={{ alignSelf: 'flex-start' }}
        options={WHAT_IF_SCENARIOS.map((value) => ({ value, label: t(NAMES[value]) }))}
        value={scenario}
        onChange={(next) => {
          setScenario(next);
          ask(null);
        }}
      />
      <div>
        <FieldForm key={scenario} form={form} fields={FIELDS[scenario]} onSubmit={() => void submit()} />
        <p className="kit-weak">
          {t(LIMITS[scenario])}{' '}
          {t({
            zh: '日期按租户的业务时区，留空为上个自然月。只计已结算订单并扣除退款；不预测销量变化。',
            en: 'Days are in your company’s time zone; empty: the last calendar month. Settled orders only, less refunds; demand is assumed unchanged.',
          })}
        </p>
        <Button type="primary" onClick={() => form.submit()}>
          {t({ zh: '试算', en: 'Run simulation' })}
        </Button>{' '}
        {asked && canExport && (
          <Button loading={busy !== null} onClick={() => void start('export', asked)}>
            {t({ zh: '导出', en: 'Export' })}
          </Button>
        )}
      </div>
      {asked && <Report asked={asked} />}
    </div>
  );
}

/** A template chosen by name, for users who may not open templates. */
function TemplateChoice(control: ControlProps<string>) {
  const t = useText();
  const { data, isFetching } = useCall(whatIf, 'templates', {}, { staleMillis: 0 });
  const options = (data ?? []).map(({ id, templateName, items }) => ({
    value: id,
    label: `${templateName} · ${t({ zh: '{n} 项', en: '{n} terms' }, { n: items })}`,
  }));
  return <OptionSelect {...control} options={options} isFetching={isFetching} />;
}
