import { Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../kit/client/session.ts';
import { useText } from '../../kit/i18n.ts';
import { LoadGuard, lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { Button } from '../../shell/parts/button.tsx';
import { LineIcon } from '../../shell/parts/line-icon.tsx';
import { returnPath } from '../../shell/redirect.ts';
import { isOtherUser } from '../../shell/sign-out.ts';
import { useTitle } from '../../shell/use-title.ts';
import { words } from '../../shell/words.ts';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginLayout } from './login-layout.tsx';
import { useSignInFacts } from './use-sign-in-facts.ts';
import { useSocialReturn } from './use-social-return.ts';
import { loginWords } from './words.ts';

/** Loaded later: few people register, and each only once. */
const RegistrationDialog = lazyWithRetry(() => import('./registration-dialog.tsx'));

/**
 * The login page, which is also the return page of providers. A user already signed in, in this or another tab, is led
 * to the requested page.
 */
export default function Login() {
  const t = useText();
  const { search } = useLocation();
  const isSignedIn = useSession((session) => session.accessToken !== null);
  // A user who follows a link without an expired session sees the ordinary sign-in text.
  const [hasExpired] = useState(() => useSession.getState().expiredUserId !== null);
  const { tenant, sources } = useSignInFacts();
  const { isReturning, failure, stranger, ticket, clear } = useSocialReturn();
  const [isUnloaded, setUnloaded] = useState(false);
  const wanted = returnPath(search);
  useTitle(words.signIn);

  if (isSignedIn && !isReturning) return <Navigate to={isOtherUser() ? '/' : wanted} replace />;
  return (
    <>
      <LoginLayout tenant={tenant} title={t(words.welcome)}>
        {isReturning ? (
          <p className={styles.returning} role="status">
            <span className={styles.spinner} /> {t(isSignedIn ? loginWords.linking : loginWords.returning)}
          </p>
        ) : (
          <>
            <p className={styles.hint}>{t(words.signInHint)}</p>
            {hasExpired && !failure ? (
              <p className={styles.info}>
                <LineIcon name="alert" /> {t(words.sessionEnded)}
              </p>
            ) : null}
            {isUnloaded ? (
              <div className={styles.failure} role="alert">
                <LineIcon name="alert" />
                <span>{t(loginWords.registerMissing)}</span>
                <Button onClick={() => setUnloaded(false)}>{t(words.retry)}</Button>
              </div>
            ) : null}
            <LoginForm tenant={tenant} sources={sources} wanted={wanted} failure={failure} ticket={ticket} />
          </>
        )}
      </LoginLayout>
      {stranger && !isReturning && !isUnloaded ? (
        <LoadGuard onFailed={() => setUnloaded(true)}>
          <Suspense>
            <RegistrationDialog stranger={stranger} hostTenantId={tenant?.tenantId ?? undefined} onClose={clear} />
          </Suspense>
        </LoadGuard>
      ) : null}
    </>
  );
}
