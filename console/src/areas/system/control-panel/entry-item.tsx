import type { Field } from '@trade-assistant/contract/kit/field.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { Link } from 'react-router';
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
  guarded: { zh: '调低安全要求须由第二人复核', en: 'A weaker value needs approval by a second person' },
  asked: { zh: '{user} 申请改为 {value}，待复核', en: '{user} requested {value}; awaiting approval' },
  see: { zh: '查看申请', en: 'View request' },
} as const;

interface Props {
  readonly entry: Entry;
  /** The value in the form. */
  readonly value: unknown;
  readonly onReset: (standard: string | number) => void;
}

/** A setting with its unit, description, default and reset button. */
export function EntryItem({ entry, value, onReset }: Props) {
  const t = useText();
  const locale = useLocale();
  const { key, field, unit, standard, inWords, isGuarded, asked } = entry;
  const { label, help } = field.options;
  const isStandard = standard === null || String(value ?? '') === String(standard);
  return (
    <Form.Item
      name={key}
      label={label[locale]}
      extra={
        <>
          {help && <div>{help[locale]}</div>}
          {isGuarded && <div>{t(words.guarded)}</div>}
          {asked && (
            <div className={styles.asked}>
              <span>{t(words.asked, { user: asked.createUserName, value: t(inWords(asked.paramValue)) })}</span>{' '}
              <Link to={`/desk/approval/index?record=${asked.approvalId}`}>{t(words.see)}</Link>
            </div>
          )}
          {standard !== null && (
            <div className={styles.standard}>
              {t(words.standard, { value: t(inWords(String(standard))) })}
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

/** The kind's own input, followed by its unit. */
function WithUnit({ field, unit, ...control }: { field: Field; unit: string | undefined } & ControlProps) {
  return (
    <span className={styles.control}>
      <FieldInput field={field} {...control} />
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}
