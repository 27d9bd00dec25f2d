import { checkMode } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import Form from 'antd/es/form';
import { useId } from 'react';
import { DictSelect } from '../../../kit/form/dict-select.tsx';
import { useText } from '../../../kit/i18n.ts';

/** Whether results of the last 30 days are used again. */
export function ModeChoice({ value, onChange }: { value: number; onChange: (mode: number) => void }) {
  const t = useText();
  const id = useId();
  return (
    <Form.Item
      label={t({ zh: '检测方式', en: 'Mode' })}
      htmlFor={id}
      extra={
        value === checkMode.is.cached &&
        t({
          zh: '您近 30 天内同类检测过的号码直接使用已有结果，按缓存价计费',
          en: 'Numbers that you checked in the same way within 30 days keep their result, at the price of cached results',
        })
      }
    >
      <DictSelect
        id={id}
        dictionary={checkMode}
        isClearable={false}
        value={value}
        onChange={(mode) => typeof mode === 'number' && onChange(mode)}
      />
    </Form.Item>
  );
}
