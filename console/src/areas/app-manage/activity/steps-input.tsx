import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { STEPS_MAX, type Step } from '@trade-assistant/contract/areas/app-manage/activity-fields.ts';
import { activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useText } from '../../../kit/i18n.ts';
import { MoneyInput } from '../../../kit/kinds/money.tsx';
import styles from './steps-input.module.css';

const RECHARGE: Text = { zh: '单笔充值满', en: 'Recharge from' };
const MINIMUMS: Readonly<Record<number, Text>> = {
  [activityType.is.coupon]: { zh: '活动期间充值满', en: 'Recharged at least' },
  [activityType.is.invitation]: { zh: '被邀请人消费满', en: 'Invited user bought for' },
};
const KINDS = [
  { value: 'bonus', label: { zh: '固定金额', en: 'Fixed amount' } },
  { value: 'rate', label: { zh: '按比例', en: 'Percentage' } },
] as const;

const EMPTY: Step = { min: '0', bonus: null };

/** Steps of a rule: a minimum, and a fixed bonus or a rate with a cap. Only recharges have several steps and rates. */
export function StepsInput({ value, onChange, onBlur, disabled = false, id }: ControlProps<readonly Step[]>) {
  const t = useText();
  const form = Form.useFormInstance();
  const type = (Form.useWatch('activityType', { form, preserve: true }) ?? activityType.is.recharge) as number;
  const hasMany = type === activityType.is.recharge;
  const given = value?.length ? value : [EMPTY];
  const steps = hasMany ? given : given.slice(0, 1);
  const set = (next: readonly Step[]) => onChange?.(next);
  const change = (index: number, step: Step) => set(steps.map((one, at) => (at === index ? step : one)));
  const minimum = t(MINIMUMS[type] ?? RECHARGE);
  const amount = (
    label: string,
    shown: string | null | undefined,
    to: (typed: string | null) => void,
    suffix?: string,
  ) => (
    <div className={styles.amount}>
      <span className="kit-weak">{label}</span>
      <MoneyInput
        disabled={disabled}
        aria-label={label}
        {...(suffix ? { suffix } : {})}
        value={shown}
        onChange={to}
        onBlur={() => onBlur?.()}
      />
    </div>
  );
  return (
    <div id={id} className={styles.steps}>
      {steps.map((step, index) => {
        const isRate = hasMany && typeof step.rate === 'string';
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own and keep their place while being edited
            key={index}
            className={styles.step}
            aria-label={t({ zh: `第 ${index + 1} 档`, en: `Step ${index + 1}` })}
          >
            {amount(minimum, step.min, (min) => change(index, { ...step, min: min ?? '' }))}
            {hasMany && (
              <Select<'bonus' | 'rate'>
                disabled={disabled}
                aria-label={t({ zh: '赠送方式', en: 'Kind of bonus' })}
                value={isRate ? 'rate' : 'bonus'}
                options={KINDS.map(({ value: kind, label }) => ({ value: kind, label: t(label) }))}
                onChange={(kind) =>
                  change(index, kind === 'rate' ? { min: step.min, rate: '' } : { min: step.min, bonus: null })
                }
              />
            )}
            {isRate
              ? amount(
                  t({ zh: '赠送', en: 'Bonus' }),
                  step.rate,
                  (rate) => change(index, { ...step, rate: rate ?? '' }),
                  '%',
                )
              : amount(t({ zh: '赠送', en: 'Bonus' }), step.bonus, (bonus) => change(index, { min: step.min, bonus }))}
            {isRate &&
              amount(t({ zh: '封顶', en: 'At most' }), step.cap, (cap) => change(index, { ...step, cap: cap || null }))}
            {steps.length > 1 && (
              <Button
                type="text"
                disabled={disabled}
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t({ zh: '删除此档', en: 'Remove step' })}
                onClick={() => set(steps.filter((_step, at) => at !== index))}
              />
            )}
          </fieldset>
        );
      })}
      {hasMany && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled || steps.length >= STEPS_MAX}
          onClick={() => set([...steps, { ...EMPTY, min: '' }])}
        >
          {t({ zh: '增加一档', en: 'Add step' })}
        </Button>
      )}
    </div>
  );
}
