import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { messageOf } from '../../kit/client/call-error.ts';
import { translate } from '../../kit/i18n.ts';
import { loginPath } from '../../shell/redirect.ts';
import { ticketIn } from './second-step.tsx';
import { startSession } from './sign-in.ts';
import {
  completeLink,
  completeSocialSignIn,
  isLinking,
  type LinkOutcome,
  storeLinkOutcome,
  takeReturnPath,
  type UnregisteredIdentity,
} from './social.ts';
import { loginWords } from './words.ts';

/** Page for linking providers to the account. */
const SECURITY = '/info/index?tab=security';

/**
 * The outcome of a social sign-in in the login page's history entry: it survives a reload and is lost on the next page.
 */
interface SocialOutcome {
  readonly failure?: string;
  readonly stranger?: UnregisteredIdentity;
  /** For the second step, if the account needs one. */
  readonly ticket?: string;
}

interface SocialReturn extends SocialOutcome {
  /** Whether the answer of a provider is being looked at. */
  readonly isReturning: boolean;
  /** Forgets it. */
  readonly clear: () => void;
}

/** Reads the provider's answer from `/oauth/redirect/<source>` and removes it from the address at once. */
export function useSocialReturn(): SocialReturn {
  const { source } = useParams();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (source === undefined) return;
    const given = new URLSearchParams(search);
    const finish = (outcome: SocialOutcome) =>
      void navigate(loginPath(takeReturnPath()), { replace: true, state: { social: outcome } });
    const [code, token] = [given.get('code'), given.get('state')];
    const isToLink = isLinking(token);
    const finishLinking = (linked: LinkOutcome) => {
      storeLinkOutcome(linked);
      void navigate(SECURITY, { replace: true });
    };
    if (!code || !token) {
      const isCancelled = given.get('error') === 'access_denied';
      if (isToLink)
        finishLinking({ failure: translate(isCancelled ? loginWords.linkCancelled : loginWords.linkRefused) });
      else finish({ failure: translate(isCancelled ? loginWords.cancelled : loginWords.refused) });
      return;
    }
    let isHere = true;
    const answer = { source, code, state: token, issuer: given.get('iss') ?? undefined };
    if (isToLink) {
      void completeLink(answer).then((linked) => isHere && finishLinking(linked));
      return () => {
        isHere = false;
      };
    }
    completeSocialSignIn(answer).then(
      (outcome) => {
        if (!isHere) return;
        if ('stranger' in outcome) finish(outcome);
        else {
          finish({});
          startSession(outcome.tokens);
        }
      },
      (error: unknown) => {
        if (!isHere) return;
        const ticket = ticketIn(error);
        finish(ticket ? { ticket } : { failure: messageOf(error) });
      },
    );
    return () => {
      isHere = false;
    };
  }, [source, search, navigate]);
  const outcome = (state as { social?: SocialOutcome } | null)?.social ?? {};
  return {
    ...outcome,
    isReturning: source !== undefined,
    clear: () => void navigate({ pathname: '/login', search }, { replace: true }),
  };
}
