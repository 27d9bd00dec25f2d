import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import { useTitle } from '../../shell/use-title.ts';
import { Failure } from '../login/failure.tsx';
import styles from '../login/login.module.css';
import { LoginLayout } from '../login/login-layout.tsx';
import { useSignInFacts } from '../login/use-sign-in-facts.ts';
import { loginWords } from '../login/words.ts';
import { CodeForm } from './code-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { useInvitation } from './use-invitation.ts';
import { registerWords } from './words.ts';

/** Page of an invitation (`/register?code=…`): the inviting agent and the form of a new agent. */
export default function Register() {
  const t = useText();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(() => new URLSearchParams(search));
  const { tenant } = useSignInFacts();
  const invitation = useInvitation({
    tenantId: tenant?.tenantId || query.get('tenant') || '',
    code: query.get('code') ?? '',
  });
  const [account, setAccount] = useState<string>();
  useTitle(registerWords.page);
  const isDone = account !== undefined;
  return (
    <LoginLayout tenant={tenant} title={t(isDone ? registerWords.submitted : registerWords.page)}>
      {isDone ? (
        <div className={styles.form}>
          <p className={styles.hint} role="status">
            {t(registerWords.submittedHint, { account })}
          </p>
          <Button kind="primary" size="large" autoFocus onClick={() => void navigate('/login')}>
            {t(loginWords.backToSignIn)}
          </Button>
        </div>
      ) : (
        <>
          {invitation.state === 'looking' ? (
            <p className={styles.returning} role="status">
              <span className={styles.spinner} /> {t(registerWords.looking)}
            </p>
          ) : null}
          {invitation.failure === undefined ? null : <Failure message={invitation.failure} secondsLeft={undefined} />}
          {invitation.state === 'asking' ? <CodeForm onCode={invitation.look} /> : null}
          {invitation.inviter ? (
            <>
              <p className={styles.hint}>
                {t(registerWords.invited, { name: invitation.inviter.inviterName })}
                <br />
                {t(registerWords.approval)}
              </p>
              <RegisterForm inviter={invitation.inviter} onRegistered={setAccount} />
            </>
          ) : null}
          <p className={styles.elsewhere}>
            <Link to="/login">{t(registerWords.haveAccount)}</Link>
          </p>
        </>
      )}
    </LoginLayout>
  );
}
