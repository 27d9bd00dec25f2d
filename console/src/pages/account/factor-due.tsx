import { twoFactor } from '@trade-assistant/contract/areas/auth/two-factor.ts';
import Button from 'antd/es/button';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { useText } from '../../kit/i18n.ts';
import { LanguageButton } from '../../shell/parts/language-button.tsx';
import { Logo } from '../../shell/parts/logo.tsx';
import { signOut } from '../../shell/sign-out.ts';
import { useTitle } from '../../shell/use-title.ts';
import { words } from '../../shell/words.ts';
import styles from './info.module.css';
import { TwoFactor } from './two-factor.tsx';
import { infoWords } from './words.ts';

/** Replaces the console while the server requires two-step verification, and gives the reason. */
export default function FactorDue() {
  const t = useText();
  useTitle(infoWords.twoFactor);
  const state = useCall(twoFactor, 'state', {});
  return (
    <main className={styles.due}>
      <div className={styles.dueCard}>
        <div className={styles.head}>
          <Logo size={32} />
          <LanguageButton />
        </div>
        <h1>{t(infoWords.factorDueTitle)}</h1>
        <p className={styles.hint}>{t(infoWords.factorDueReason)}</p>
        <TwoFactor />
        <div className={styles.dueEnd}>
          <Button type="link" className="kit-flush" onClick={() => void signOut()}>
            {t(words.signOut)}
          </Button>
          {state.data?.isOn ? (
            <Button type="primary" onClick={() => useSession.getState().setUser({ mustSetUpFactor: false })}>
              {t(infoWords.goOn)}
            </Button>
          ) : null}
        </div>
      </div>
    </main>
  );
}
