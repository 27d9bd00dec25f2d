import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { useKeptName } from '../kept-brand.ts';
import { HOME_PATH } from '../navigation/menu.ts';
import { Button } from '../parts/button.tsx';
import { useTitle } from '../use-title.ts';
import { words } from '../words.ts';
import styles from './error-page.module.css';

const kinds = {
  forbidden: { code: '403', title: words.forbidden, hint: words.forbiddenHint },
  notFound: { code: '404', title: words.notFound, hint: words.notFoundHint },
  serverError: { code: '500', title: words.serverError, hint: words.serverErrorHint },
} as const;

/** The fixed pages for forbidden, missing and broken pages. None of them ends the session. */
export function ErrorPage({ kind }: { kind: keyof typeof kinds }) {
  const t = useText();
  const navigate = useNavigate();
  const { code, title, hint } = kinds[kind];
  useTitle(title, useKeptName());
  return (
    <main className={styles.page}>
      <Notice code={code} title={t(title)} hint={t(hint)}>
        <Button kind="primary" onClick={() => void navigate(HOME_PATH)}>
          {t(words.backHome)}
        </Button>
        <Button onClick={() => void navigate(-1)}>{t(words.goBack)}</Button>
      </Notice>
    </main>
  );
}

interface NoticeProps {
  readonly code?: string;
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

/** The error, its meaning and the remedy. */
export function Notice({ code, title, hint, children }: NoticeProps) {
  return (
    <section className={styles.notice}>
      {code ? (
        <p className={styles.code} aria-hidden="true">
          {code}
        </p>
      ) : null}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.hint}>{hint}</p>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </section>
  );
}
