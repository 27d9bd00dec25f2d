import Input from 'antd/es/input/Input';
import type { ControlProps } from '../form/control.ts';
import { useText } from '../i18n.ts';
import { CLEAR } from '../parts/clear-icon.tsx';
import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';
import './colour.css';

/** A patch of the colour with its name: not everyone can tell colours apart. */
const Patch = ({ value }: { readonly value: unknown }) => (
  <span className="kit-colour">
    <span className="kit-colour-patch" style={{ background: String(value) }} />
    {String(value)}
  </span>
);

const SUGGESTED = '#409eff';
const HEX = /^#[0-9a-f]{6}$/i;

/** Typed, or chosen with the browser's own picker. */
function ColourInput({ value, onChange, disabled = false, ...rest }: ControlProps<string>) {
  const t = useText();
  const colour = value && HEX.test(value) ? value : undefined;
  return (
    <Input
      {...rest}
      disabled={disabled}
      allowClear={CLEAR}
      autoComplete="off"
      maxLength={7}
      placeholder={SUGGESTED}
      value={value ?? ''}
      onChange={({ target }) => onChange?.(target.value)}
      prefix={
        <span
          className="kit-colour-patch"
          data-empty={colour === undefined || undefined}
          style={{ background: colour }}
        >
          <input
            type="color"
            aria-label={t({ zh: '选择颜色', en: 'Pick a colour' })}
            disabled={disabled}
            // The browser's picker knows no empty colour, and is not seen itself.
            value={colour ?? SUGGESTED}
            onChange={({ target }) => onChange?.(target.value)}
          />
        </span>
      }
    />
  );
}

export const colour: KindView = {
  ...text,
  wraps: undefined,
  Cell: Patch,
  Detail: Patch,
  Input: inputFor<string>(({ field: _field, ...control }) => <ColourInput {...control} />),
};
