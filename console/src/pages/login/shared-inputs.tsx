import { type ComponentProps, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { LineIcon } from '../../shell/parts/line-icon.tsx';
import { words } from '../../shell/words.ts';
import styles from './text-input.module.css';
import { TextInput } from './text-input.tsx';
import { loginWords } from './words.ts';

/** The tenant for sign-in or registration, where the host has none. */
export function TenantInput(input: Omit<ComponentProps<typeof TextInput>, 'label' | 'icon'>) {
  const t = useText();
  return (
    <TextInput
      {...input}
      label={t(words.tenant)}
      icon="tenant"
      maxLength={12}
      inputMode="numeric"
      autoComplete="organization"
    />
  );
}

/** Shows a password while it is typed. */
export function RevealButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const t = useText();
  const label = t(isShown ? words.passwordHide : words.passwordShow);
  return (
    <button
      type="button"
      className={styles.reveal}
      aria-pressed={isShown}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      <LineIcon name={isShown ? 'shown' : 'hidden'} size={18} />
    </button>
  );
}

type Bound = Omit<ComponentProps<typeof TextInput>, 'label' | 'icon'>;

/** A password that is chosen, twice. */
export function NewPasswordInputs({ password, again }: { password: Bound; again: Bound }) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  const same = {
    icon: 'password',
    type: isShown ? 'text' : 'password',
    maxLength: 128,
    autoComplete: 'new-password',
  } as const;
  return (
    <>
      <TextInput
        {...password}
        {...same}
        label={t(words.password)}
        hint={t(loginWords.passwordRule)}
        suffix={<RevealButton isShown={isShown} onToggle={() => setShown(!isShown)} />}
      />
      <TextInput {...again} {...same} label={t(loginWords.again)} />
    </>
  );
}
