import Segmented from 'antd/es/segmented';
import { useText } from '../../../kit/i18n.ts';

interface ViewSwitchProps {
  readonly value: 'batches' | 'numbers';
  /** Called with the other view. */
  readonly onChange: () => void;
}

/** Chooses between the batches and the numbers of all batches. */
export function ViewSwitch({ value, onChange }: ViewSwitchProps) {
  const t = useText();
  return (
    <Segmented
      aria-label={t({ zh: '视图', en: 'View' })}
      value={value}
      onChange={onChange}
      options={[
        { value: 'batches', label: t({ zh: '批次', en: 'Batches' }) },
        { value: 'numbers', label: t({ zh: '号码', en: 'Numbers' }) },
      ]}
    />
  );
}
