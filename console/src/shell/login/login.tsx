import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { followOtherTabs, useSession } from '../../kit/client/session.ts';
import { useText } from '../../kit/i18n.ts';
import { Glyph } from '../parts/glyph.tsx';
import { LanguageButton } from '../parts/language-button.tsx';
import { Logo } from '../parts/logo.tsx';
import { wantedPath } from '../redirect.ts';
import { ThemeButton } from '../theme/theme-button.tsx';
import { useTitle } from '../use-title.ts';
import { words } from '../words.ts';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { Scenery } from './scenery.tsx';
import { type HostTenant, loadHostTenant } from './sign-in.ts';

/** The login page. Who is signed in already, here or in another tab of the browser, goes on to where he wanted to. */
export default function Login() {
  const t = useText();
  const { search } = useLocation();
  const isSignedIn = useSession((session) => session.accessToken !== null);
  const hadSession = useRef(new URLSearchParams(search).has('redirect'));
  const [tenant, setTenant] = useState<HostTenant>();
  useTitle(words.signIn);

  useEffect(followOtherTabs, []);
  useEffect(() => {
    let isHere = true;
    void loadHostTenant().then((found) => isHere && setTenant(found));
    return () => {
      isHere = false;
    };
  }, []);

  if (isSignedIn) return <Navigate to={wantedPath(search)} replace />;
  return (
    <div className={styles.page}>
      <aside className={styles.scene} aria-hidden="true">
        {tenant?.backgroundUrl ? <img className={styles.photo} src={tenant.backgroundUrl} alt="" /> : <Scenery />}
        <div className={styles.claim}>
          <p className={styles.claimTitle}>{t(words.product)}</p>
          <p className={styles.claimText}>{t(words.slogan)}</p>
        </div>
      </aside>
      <main className={styles.main}>
        <header className={styles.tools}>
          <LanguageButton />
          <ThemeButton />
        </header>
        <div>
          <div className={styles.brand}>
            <Logo size={40} />
            <span>{tenant?.tenantName || t(words.product)}</span>
          </div>
          <h1 className={styles.title}>{t(words.welcome)}</h1>
          <p className={styles.hint}>{t(words.signInHint)}</p>
          {hadSession.current ? (
            <p className={styles.info}>
              <Glyph name="alert" /> {t(words.sessionEnded)}
            </p>
          ) : null}
          <LoginForm tenant={tenant} />
        </div>
      </main>
    </div>
  );
}
