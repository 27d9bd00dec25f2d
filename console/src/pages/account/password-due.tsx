import Button from 'antd/es/button';
import { useText } from '../../kit/i18n.ts';
import { LanguageButton } from '../../shell/parts/language-button.tsx';
import { Mark } from '../../shell/parts/mark.tsx';
import { signOut } from '../../shell/sign-out.ts';
import { useBrand } from '../../shell/use-brand.ts';
import { useTitle } from '../../shell/use-title.ts';
import { words } from '../../shell/words.ts';
import styles from './info.module.css';
import { PasswordForm } from './password-form.tsx';
import { infoWords } from './words.ts';

/** Replaces the console while the server requires a new password, and gives the reason. */
export default function PasswordDue() {
  const t = useText();
  const { name, logoUrl } = useBrand();
  useTitle(infoWords.tabPassword, name);
  return (
    <main className={styles.due}>
      <div className={styles.dueCard}>
        <div className={styles.head}>
          <Mark url={logoUrl} size={32} />
          <LanguageButton />
        </div>
        <h1>{t(infoWords.dueTitle)}</h1>
        <p className={styles.hint}>{t(infoWords.dueReason)}</p>
        <PasswordForm />
        <Button type="link" className="kit-flush" onClick={() => void signOut()}>
          {t(words.signOut)}
        </Button>
      </div>
    </main>
  );
}
