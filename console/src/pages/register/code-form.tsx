import { type FormEvent, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import styles from '../login/login.module.css';
import { TextInput } from '../login/text-input.tsx';
import { registerWords } from './words.ts';

/** Asks for the code when the address has no valid one. */
export function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useText();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = code.trim().toUpperCase();
    setMissing(typed === '');
    if (typed !== '') onCode(typed);
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        name="code"
        label={t(registerWords.code)}
        hint={t(registerWords.codeHint)}
        icon="mail"
        maxLength={16}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        error={isMissing ? t(registerWords.codeNeeded) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="primary" size="large" type="submit">
        {t(registerWords.next)}
      </Button>
    </form>
  );
}
