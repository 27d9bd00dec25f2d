import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import InputNumber from 'antd/es/input-number';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useText } from '../../../kit/i18n.ts';
import { MoneyInput } from '../../../kit/kinds/money.tsx';
import { nextTier, problemOfTiers, type Tier, tiersIn } from './tiers.ts';
import styles from './tiers-input.module.css';

const MOST = 20;

/** Rows of quantity and price, with their errors below. */
export default function TiersInput({ value, onChange, onBlur, disabled = false, id }: ControlProps<readonly Tier[]>) {
  const t = useText();
  const tiers = tiersIn(value);
  const set = (next: readonly Tier[]) => onChange?.(next.length > 0 ? next : null);
  const change = (index: number, part: Partial<Tier>) =>
    set(tiers.map((tier, at) => (at === index ? { ...tier, ...part } : tier)));
  const problem = problemOfTiers(tiers);
  return (
    <div id={id} className={styles.tiers}>
      {tiers.map((tier, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own and keep their place while being edited
        <div key={index} className={styles.tier}>
          <span className="kit-weak">≥</span>
          <InputNumber<number>
            min={1}
            precision={0}
            disabled={disabled}
            aria-label={t({ zh: '数量', en: 'Quantity' })}
            placeholder={t({ zh: '数量', en: 'Quantity' })}
            value={tier.fromQty || null}
            onChange={(fromQty) => change(index, { fromQty: fromQty ?? 0 })}
            onBlur={() => onBlur?.()}
          />
          <MoneyInput
            disabled={disabled}
            aria-label={t({ zh: '单价', en: 'Unit price' })}
            placeholder={t({ zh: '单价', en: 'Unit price' })}
            value={tier.price}
            onChange={(price) => change(index, { price: price ?? '' })}
          />
          <Button
            type="text"
            disabled={disabled}
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t({ zh: '删除此档', en: 'Remove tier' })}
            onClick={() => set(tiers.filter((_tier, at) => at !== index))}
          />
        </div>
      ))}
      {problem && (
        <p className="kit-bad" role="alert">
          {t(problem)}
        </p>
      )}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled || tiers.length >= MOST}
        onClick={() => set([...tiers, nextTier(tiers)])}
      >
        {t({ zh: '增加一档', en: 'Add tier' })}
      </Button>
    </div>
  );
}
