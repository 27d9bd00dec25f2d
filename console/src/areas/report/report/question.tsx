import {
  dateUnits,
  MAX_GROUP_ROWS,
  MAX_GROUPS,
  MAX_MEASURES,
  measureRules,
} from '@trade-assistant/contract/areas/report/definition.ts';
import { report } from '@trade-assistant/contract/areas/report/report.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { periodSpan, periodSpans } from '@trade-assistant/contract/period-spans.ts';
import Button from 'antd/es/button';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { type ReactNode, useEffect, useState } from 'react';
import { ConditionsInput } from '../../../features/conditions/conditions.tsx';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useText } from '../../../kit/i18n.ts';
import styles from './question.module.css';
import { type SourceField, useSource } from './sources.ts';
import { ReportView } from './view.tsx';

export type Question = CallInput<typeof report, 'preview', 'in'>['content'];
type Group = NonNullable<Question['groups']>[number];
type Measure = Question['measures'][number];

const RULES: Readonly<Record<Measure['rule'], Text>> = {
  count: { zh: '行数', en: 'Number of rows' },
  sum: { zh: '合计', en: 'Sum' },
  average: { zh: '平均', en: 'Average' },
  min: { zh: '最小', en: 'Minimum' },
  max: { zh: '最大', en: 'Maximum' },
  distinct: { zh: '不同值数', en: 'Distinct values' },
};
const UNITS: Readonly<Record<(typeof dateUnits)[number], Text>> = {
  day: { zh: '按日', en: 'by day' },
  week: { zh: '按周', en: 'by week' },
  month: { zh: '按月', en: 'by month' },
};
const SETTLED_MILLIS = 600;

interface QuestionProps extends ControlProps<Question> {
  readonly value: Question;
  readonly source: string;
  readonly chart: number;
}

/** The rows, groups and figures of a question; the answer is shown below while the question changes. */
export default function QuestionInput({ value, onChange, id, source, chart, disabled = false }: QuestionProps) {
  const t = useText();
  const about = useSource(source);
  const fields = (about?.fields ?? []).map((field) => ({
    ...field,
    text: t(field.label),
    choices: field.values?.map((one) => ({ value: one.value, label: t(one.label) })),
  }));
  const { filters = {}, groups = [], measures, period, order, limit = 100 } = value;
  const change = (part: Partial<Question>) => onChange?.({ ...value, ...part });
  const options = (allowed: (field: SourceField) => boolean) =>
    fields.filter(allowed).map(({ name, text }) => ({ value: name, label: text }));
  const isDate = (name: string) => fields.some((field) => field.name === name && field.isPeriod);
  const columns = [
    ...groups.map(({ field }, index) => ({ value: `g${index}`, label: textOf(fields, field) })),
    ...measures.map(({ rule, field }, index) => ({
      value: `m${index}`,
      label: field ? `${t(RULES[rule])} · ${textOf(fields, field)}` : t(RULES[rule]),
    })),
  ];
  return (
    <div id={id} className={styles.question} aria-busy={about === undefined}>
      <Part title={{ zh: '条件', en: 'Rows' }}>
        <ConditionsInput
          disabled={disabled}
          fields={fields.map(({ name, text, kind, choices }) => ({ name, label: text, kind, values: choices }))}
          conditions={about?.conditions ?? []}
          value={filters}
          onChange={(next) => change({ filters: next ?? {} })}
        />
        <div className={styles.line}>
          <Select<string>
            aria-label={t({ zh: '时间字段', en: 'Date' })}
            placeholder={t({ zh: '按日期限定', en: 'Limit to a period of' })}
            allowClear
            disabled={disabled}
            options={options(({ isPeriod }) => isPeriod)}
            value={period?.field ?? null}
            onChange={(field) =>
              onChange?.(field ? { ...value, period: { field, span: period?.span ?? 'last30' } } : withoutPeriod(value))
            }
          />
          {period && (
            <Select
              aria-label={t({ zh: '时间范围', en: 'Period' })}
              disabled={disabled}
              options={periodSpans.map((span) => ({ value: span, label: t(periodSpan.entries[span]) }))}
              value={period.span}
              onChange={(span) => change({ period: { ...period, span } })}
            />
          )}
        </div>
      </Part>
      <Part title={{ zh: '分组', en: 'Grouped by' }}>
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
          <div key={index} className={styles.line}>
            <Select<string>
              aria-label={t({ zh: '分组字段', en: 'Group' })}
              disabled={disabled}
              showSearch={{ optionFilterProp: 'label' }}
              options={options(({ isGroup }) => isGroup)}
              value={group.field}
              onChange={(field) => change({ groups: groups.with(index, groupOf(field, isDate(field))) })}
            />
            {isDate(group.field) && (
              <Select
                aria-label={t({ zh: '日期单位', en: 'Unit' })}
                disabled={disabled}
                options={dateUnits.map((unit) => ({ value: unit, label: t(UNITS[unit]) }))}
                value={group.unit ?? 'day'}
                onChange={(unit) => change({ groups: groups.with(index, { ...group, unit }) })}
              />
            )}
            <Remove
              disabled={disabled}
              onClick={() => onChange?.(withoutOrder({ ...value, groups: groups.toSpliced(index, 1) }))}
            />
          </div>
        ))}
        <Add
          text={{ zh: '添加分组', en: 'Add a group' }}
          disabled={disabled || groups.length >= MAX_GROUPS}
          first={options(({ name, isGroup }) => isGroup && groups.every(({ field }) => field !== name))[0]?.value}
          onAdd={(field) => change({ groups: [...groups, groupOf(field, isDate(field))] })}
        />
      </Part>
      <Part title={{ zh: '统计', en: 'Figures' }}>
        {measures.map((measure, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its place
          <div key={index} className={styles.line}>
            <Select<Measure['rule']>
              aria-label={t({ zh: '统计方式', en: 'Figure' })}
              disabled={disabled}
              options={measureRules.map((rule) => ({ value: rule, label: t(RULES[rule]) }))}
              value={measure.rule}
              onChange={(rule) => change({ measures: measures.with(index, measureOf(rule, measure, fields)) })}
            />
            {measure.rule !== 'count' && (
              <Select<string>
                aria-label={t({ zh: '统计字段', en: 'Field' })}
                disabled={disabled}
                showSearch={{ optionFilterProp: 'label' }}
                options={options(({ measures: allowed }) => allowed.includes(measure.rule))}
                value={measure.field ?? null}
                onChange={(field) => change({ measures: measures.with(index, { ...measure, field }) })}
              />
            )}
            <Remove
              disabled={disabled || measures.length < 2}
              onClick={() => onChange?.(withoutOrder({ ...value, measures: measures.toSpliced(index, 1) }))}
            />
          </div>
        ))}
        <Add
          text={{ zh: '添加统计', en: 'Add a figure' }}
          disabled={disabled || measures.length >= MAX_MEASURES}
          first="count"
          onAdd={() => change({ measures: [...measures, { rule: 'count' }] })}
        />
      </Part>
      <Part title={{ zh: '排序', en: 'Order' }}>
        <div className={styles.line}>
          <Select<string>
            aria-label={t({ zh: '排序列', en: 'Order by' })}
            placeholder={t({ zh: '默认', en: 'Default' })}
            allowClear
            disabled={disabled}
            options={columns}
            value={order?.by ?? null}
            onChange={(by) =>
              onChange?.(
                by ? { ...value, order: { by, isDescending: order?.isDescending ?? true } } : withoutOrder(value),
              )
            }
          />
          {order && (
            <Select<string>
              aria-label={t({ zh: '方向', en: 'Direction' })}
              disabled={disabled}
              options={[
                { value: 'desc', label: t({ zh: '从大到小', en: 'Descending' }) },
                { value: 'asc', label: t({ zh: '从小到大', en: 'Ascending' }) },
              ]}
              value={order.isDescending ? 'desc' : 'asc'}
              onChange={(way) => change({ order: { ...order, isDescending: way === 'desc' } })}
            />
          )}
          <InputNumber
            aria-label={t({ zh: '最多组数', en: 'Groups shown' })}
            disabled={disabled}
            min={1}
            max={MAX_GROUP_ROWS}
            value={limit}
            onChange={(most) => change({ limit: most ?? 100 })}
          />
        </div>
      </Part>
      <Preview source={source} content={value} chart={chart} />
    </div>
  );
}

const textOf = (fields: readonly { name: string; text: string }[], field: string): string =>
  fields.find(({ name }) => name === field)?.text ?? field;
const groupOf = (field: string, isDate: boolean): Group => (isDate ? { field, unit: 'day' } : { field });
const withoutOrder = ({ order: _, ...rest }: Question): Question => rest;
const withoutPeriod = ({ period: _, ...rest }: Question): Question => rest;

/** Keeps the field where the rule allows it. */
function measureOf(rule: Measure['rule'], { field }: Measure, fields: readonly SourceField[]): Measure {
  if (rule === 'count') return { rule };
  const allowed = fields.filter(({ measures }) => measures.includes(rule));
  const kept = allowed.find(({ name }) => name === field) ?? allowed[0];
  return kept ? { rule, field: kept.name } : { rule };
}

function Part({ title, children }: { title: Text; children: ReactNode }) {
  const t = useText();
  return (
    <fieldset className={styles.part}>
      <legend>{t(title)}</legend>
      {children}
    </fieldset>
  );
}

function Remove({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const t = useText();
  return (
    <Button disabled={disabled} onClick={onClick}>
      {t({ zh: '移除', en: 'Remove' })}
    </Button>
  );
}

interface AddProps {
  readonly text: Text;
  readonly disabled: boolean;
  readonly first: string | undefined;
  readonly onAdd: (first: string) => void;
}

function Add({ text, disabled, first, onAdd }: AddProps) {
  const t = useText();
  return (
    <Button disabled={disabled || first === undefined} onClick={() => first !== undefined && onAdd(first)}>
      {t(text)}
    </Button>
  );
}

/** The answer to the question as it is now, asked once it rests. A newer question cancels the one before. */
function Preview({ source, content, chart }: { source: string; content: Question; chart: number }) {
  const [asked, setAsked] = useState(content);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(content), SETTLED_MILLIS);
    return () => clearTimeout(timer);
  }, [content]);
  const isWhole = Object.values(asked.filters ?? {}).every((text) => text !== '');
  const query = useCall(report, 'preview', { source, content: asked }, { keepPrevious: true, enabled: isWhole });
  return <ReportView query={query} chart={chart} />;
}
