import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../i18n.ts';
import './search-text.css';

interface Props extends Pick<ComponentProps<'input'>, 'id' | 'aria-label' | 'placeholder' | 'inputMode'> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Offers a small cross that empties the box. */
  readonly onClear?: () => void;
  /** Returns the allowed part of a typed text. */
  readonly tidy?: (text: string) => string;
  /** Replaces line breaks of pasted text, which the browser would remove. */
  readonly separator?: string;
}

/**
 * A text to search by. The input is uncontrolled: a redraw for each key takes a slow computer longer than a frame.
 * `value` follows the typed text when there is time; any other new value overwrites it.
 */
export function SearchText({ ref, value, onChange, onClear, tidy, separator, placeholder = ' ', ...input }: Props) {
  const t = useText();
  const [first] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLInputElement, []);
  /** Typed text that has not been returned as `value` yet. */
  const typed = useRef(new Set<string>());
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typed.current.has(value)) {
      if (element?.value === value) typed.current.clear();
      return;
    }
    typed.current.clear();
    element.value = value;
  }, [value]);
  const take = (element: HTMLInputElement) => {
    const text = tidy ? tidy(element.value) : element.value;
    if (text !== element.value) element.value = text;
    typed.current.add(text);
    onChange(text);
  };
  return (
    <span className="kit-text">
      <input
        {...input}
        ref={box}
        type="text"
        autoComplete="off"
        placeholder={placeholder}
        defaultValue={first}
        onChange={({ target }) => take(target)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text').trim();
          if (separator === undefined || !/[\r\n]/.test(text)) return;
          event.preventDefault();
          const { selectionStart, selectionEnd, value: before } = event.currentTarget;
          const lines = text.split(/[\r\n]+/).join(separator);
          event.currentTarget.setRangeText(
            lines,
            selectionStart ?? before.length,
            selectionEnd ?? before.length,
            'end',
          );
          take(event.currentTarget);
        }}
      />
      {onClear && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t({ zh: '清空', en: 'Clear' })}
          title={t({ zh: '清空', en: 'Clear' })}
          onClick={() => {
            if (box.current) box.current.value = '';
            onClear();
          }}
        >
          <CloseCircleFilled aria-hidden />
        </button>
      )}
    </span>
  );
}
