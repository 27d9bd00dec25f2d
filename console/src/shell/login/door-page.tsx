import type { ReactNode } from 'react';
import { useText } from '../../kit/i18n.ts';
import { LanguageButton } from '../parts/language-button.tsx';
import { Logo } from '../parts/logo.tsx';
import { ThemeButton } from '../theme/theme-button.tsx';
import { words } from '../words.ts';
import { Background } from './background.tsx';
import styles from './login.module.css';
import type { HostTenant } from './sign-in.ts';

interface Props {
  /** What the host is bound to; undefined until known. */
  readonly tenant: HostTenant | undefined;
  readonly title: string;
  readonly children: ReactNode;
}

/** What people see who are not signed in: a picture, whose console it is, and a form beside it. */
export function DoorPage({ tenant, title, children }: Props) {
  const t = useText();
  return (
    <div className={styles.page}>
      <aside className={styles.scene} aria-hidden="true">
        <Background url={tenant?.backgroundUrl ?? undefined} />
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
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
