import Input, { type InputRef } from 'antd/es/input';
import { useRef } from 'react';
import { useText } from '../../kit/i18n.ts';
import { useKeys } from '../../kit/keys.ts';
import { CLEAR } from '../../kit/parts/clear-icon.tsx';

interface NumberSearchProps {
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

/** Searches the lines of a task for a number; `/` goes to it. */
export function NumberSearch({ value, onChange }: NumberSearchProps) {
  const t = useText();
  const field = useRef<InputRef>(null);
  useKeys({ '/': () => field.current?.focus() }, 'drawer');
  return (
    <Input
      ref={field}
      allowClear={CLEAR}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      aria-label={t({ zh: '查找号码', en: 'Find a number' })}
      placeholder={t({ zh: '号码，或开头、末尾几位', en: 'A number, or its first or last digits' })}
    />
  );
}
