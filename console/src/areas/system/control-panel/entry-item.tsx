import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import type { ControlProps } from '../../../kit/form/control.ts';
import { FieldInput } from '../../../kit/form/input.tsx';
import { problemOf } from '../../../kit/form/rules.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import styles from './control-panel.module.css';
import type { Entry } from './entries.ts';

const words = {
  standard: { zh: '默认：{value}', en: 'Default: {value}' },
  reset: { zh: '恢复默认', en: 'Reset' },
  resetOf: { zh: '恢复默认：{name}', en: 'Reset: {name}' },
  on: { zh: '开启', en: 'on' },
  off: { zh: '关闭', en: 'off' },
  none: { zh: '无', en: 'none' },
} as const;

interface Props {
  readonly entry: Entry;
  /** As it stands in the form. */
  readonly value: unknown;
  readonly onReset: (standard: string | number) => void;
}

/** A setting with its unit, what it does, its default and the way back to it. */
export function EntryItem({ entry: { key, field, unit, standard }, value, onReset }: Props) {
  const t = useText();
  const locale = useLocale();
  const { label, help } = field.options;
  const isStandard = standard === null || String(value ?? '') === String(standard);
  return (
    <Form.Item
      name={key}
      label={label[locale]}
      extra={
        <>
          {help && <div>{help[locale]}</div>}
          {standard !== null && (
            <div className={styles.standard}>
              {t(words.standard, { value: shown(field, standard, unit, t) })}
              {!isStandard && (
                <Button
                  type="link"
                  size="small"
                  aria-label={t(words.resetOf, { name: label[locale] })}
                  onClick={() => onReset(standard)}
                >
                  {t(words.reset)}
                </Button>
              )}
            </div>
          )}
        </>
      }
      rules={[
        {
          validator: (_rule, typed: unknown) => {
            const problem = problemOf(field, typed, locale);
            return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
          },
        },
      ]}
    >
      <WithUnit field={field} unit={unit ? t(unit) : undefined} />
    </Form.Item>
  );
}

/** The kind's own input, followed by what it counts. */
function WithUnit({ field, unit, ...control }: { field: Field; unit: string | undefined } & ControlProps) {
  return (
    <span className={styles.control}>
      <FieldInput field={field} {...control} />
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

function shown(
  { kind }: Field,
  value: string | number,
  unit: Text | undefined,
  t: (text: Text, params?: Record<string, string>) => string,
): string {
  if (kind === 'yesNo') return t(Number(value) === 1 ? words.on : words.off);
  if (value === '') return t(words.none);
  const figure = typeof value === 'number' ? value.toLocaleString('en-US') : value;
  return unit ? `${figure} ${t(unit)}` : figure;
}
