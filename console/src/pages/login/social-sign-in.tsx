import { useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import styles from './login.module.css';
import { redirectToProvider, type SocialSource } from './social.ts';
import { loginWords } from './words.ts';

interface Props {
  readonly sources: readonly SocialSource[];
  readonly tenantId: string;
  /** The page to open after sign-in. */
  readonly wanted: string;
  /** Called with the reason why leaving failed; with undefined when a new try starts. */
  readonly onFailure: (message: string | undefined) => void;
}

/** A button for each provider this installation knows. */
export function SocialSignIn({ sources, tenantId, wanted, onFailure }: Props) {
  const t = useText();
  const [leaving, setLeaving] = useState<string>();
  if (sources.length === 0) return null;
  const leave = async (source: string) => {
    setLeaving(source);
    onFailure(undefined);
    try {
      await redirectToProvider(source, tenantId, wanted);
    } catch (error) {
      setLeaving(undefined);
      onFailure(messageOf(error));
    }
  };
  return (
    <section className={styles.social} aria-label={t(loginWords.others)}>
      <p className={styles.divider} aria-hidden="true">
        {t(loginWords.others)}
      </p>
      {sources.map(({ source, name }) => (
        <Button
          key={source}
          size="large"
          isBusy={leaving === source}
          disabled={leaving !== undefined && leaving !== source}
          onClick={() => leaving === undefined && void leave(source)}
        >
          {leaving === source ? null : (
            <span className={styles.initial} aria-hidden="true">
              {[...name][0]}
            </span>
          )}
          {t(leaving === source ? loginWords.leaving : loginWords.with, { name })}
        </Button>
      ))}
    </section>
  );
}
