import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import type { ComponentProps } from 'react';
import { useText } from '../i18n.ts';

interface Props extends Pick<ComponentProps<'input'>, 'id' | 'ref' | 'aria-label' | 'placeholder' | 'inputMode'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Offers a small cross that empties the box. */
  readonly onClear?: () => void;
}

/** A text to search by. The library's own input takes a slow computer longer than a frame for each key. */
export function SearchText({ value, onChange, onClear, ...input }: Props) {
  const t = useText();
  return (
    <span className="kit-text">
      <input
        {...input}
        type="text"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {onClear && value !== '' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t({ zh: '清空', en: 'Clear' })}
          title={t({ zh: '清空', en: 'Clear' })}
          onClick={onClear}
        >
          <CloseCircleFilled />
        </button>
      )}
    </span>
  );
}
