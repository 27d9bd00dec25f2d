import { ReloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Password from 'antd/es/input/Password';
import Compact from 'antd/es/space/Compact';
import type { ControlProps } from '../kit/form/control.ts';
import { useText } from '../kit/i18n.ts';

const LENGTH = 14;
/** Signs that are not taken for one another when read out. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A password for another person: hidden until shown, and generated on request. */
export function PasswordInput({ value, onChange, ...rest }: ControlProps<string>) {
  const t = useText();
  return (
    <Compact block>
      <Password
        {...rest}
        autoComplete="new-password"
        maxLength={64}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button
        icon={<ReloadOutlined aria-hidden />}
        disabled={rest.disabled ?? false}
        aria-label={t({ zh: '随机生成', en: 'Generate' })}
        title={t({ zh: '随机生成', en: 'Generate' })}
        onClick={() => onChange?.(madeUp())}
      />
    </Compact>
  );
}

/** Returns letters and digits, at least one of each. */
function madeUp(): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(LENGTH * 4));
    // Bytes that would favour the first characters are dropped.
    const signs = [...bytes]
      .filter((byte) => byte < 256 - (256 % SIGNS.length))
      .map((byte) => SIGNS[byte % SIGNS.length]);
    const password = signs.slice(0, LENGTH).join('');
    if (password.length === LENGTH && /\d/.test(password) && /[A-Za-z]/.test(password)) return password;
  }
}
