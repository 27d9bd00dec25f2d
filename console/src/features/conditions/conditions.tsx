import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import type { ControlProps } from '../../kit/form/control.ts';
import { useText } from '../../kit/i18n.ts';
import { conditionChoices } from './condition-choices.ts';
import styles from './conditions.module.css';

/** A field that conditions can be about, by its label in the reader's language. */
export interface ConditionedField {
  readonly name: string;
  readonly label: string;
  readonly kind: string;
  /** Values to choose from. */
  readonly values?: readonly { readonly value: number; readonly label: string }[] | undefined;
}

interface ConditionsProps extends ControlProps<Record<string, string>> {
  readonly fields: readonly ConditionedField[];
  /** Parameters of the list's search. */
  readonly conditions: readonly string[];
}

/** Conditions as the list has them, each a parameter and its value. */
export function ConditionsInput({ fields, conditions, value, onChange, id, disabled = false }: ConditionsProps) {
  const t = useText();
  const lines = Object.entries(value ?? {});
  const change = (next: readonly (readonly [string, string])[]) =>
    onChange?.(next.length === 0 ? null : Object.fromEntries(next));
  const named = lines.map(([parameter]) => parameter);
  const choices = conditionChoices(conditions, fields, t({ zh: '编号', en: 'ID' }), named);
  const options = choices.map(({ field, label, conditions: own }) => ({
    label,
    key: field,
    options: own.map(({ parameter, operator }) => ({ value: parameter, label: `${label} ${t(operator)}` })),
  }));
  /** Fields without a condition, and the current one. */
  const free = (own?: string) =>
    options
      .map((group) => ({
        ...group,
        options: group.options.filter(({ value: one }) => one === own || !named.includes(one)),
      }))
      .filter((group) => group.options.length > 0);
  const [next] = free().flatMap((group) => group.options);
  return (
    <div id={id}>
      {lines.map(([parameter, text], index) => (
        <div key={parameter} className={styles.condition}>
          <Select
            aria-label={t({ zh: '条件', en: 'Condition' })}
            disabled={disabled}
            showSearch={{ optionFilterProp: 'label' }}
            options={free(parameter)}
            value={parameter}
            onChange={(name) => change(lines.map((line, at) => (at === index ? [name, text] : line)))}
          />
          <ConditionValue
            field={fields.find(({ name }) => parameter === name || parameter.startsWith(`${name}_`))}
            isSeveral={parameter.endsWith('_in')}
            disabled={disabled}
            value={text}
            onChange={(written) => change(lines.map((line, at) => (at === index ? [parameter, written] : line)))}
          />
          <Button disabled={disabled} onClick={() => change(lines.filter((_, at) => at !== index))}>
            {t({ zh: '移除', en: 'Remove' })}
          </Button>
        </div>
      ))}
      <Button disabled={disabled || !next} onClick={() => next && change([...lines, [next.value, '']])}>
        {t({ zh: '添加条件', en: 'Add a condition' })}
      </Button>
    </div>
  );
}

interface ConditionValueProps {
  readonly field: ConditionedField | undefined;
  readonly isSeveral: boolean;
  readonly disabled: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A value as the search writes it: chosen where the field has few values, a day for dates, else typed. */
function ConditionValue({ field, isSeveral, disabled, value, onChange }: ConditionValueProps) {
  const t = useText();
  const label = t({ zh: '值', en: 'Value' });
  if (field?.values)
    return (
      <Select<string[]>
        aria-label={label}
        disabled={disabled}
        mode="multiple"
        {...(isSeveral ? {} : { maxCount: 1 })}
        showSearch={{ optionFilterProp: 'label' }}
        options={field.values.map((one) => ({ value: String(one.value), label: one.label }))}
        value={value === '' ? [] : value.split(',')}
        onChange={(values) => onChange((isSeveral ? values : values.slice(-1)).join(','))}
      />
    );
  const isDay = field?.kind === 'date' || field?.kind === 'dateTime';
  return (
    <Input
      aria-label={label}
      {...(isDay ? { type: 'date' } : {})}
      disabled={disabled}
      value={isDay ? value.slice(0, 10) : value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
