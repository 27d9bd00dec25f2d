import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { messageOf } from '../../kit/client/call-error.ts';
import { translate } from '../../kit/i18n.ts';
import { loginPath } from '../redirect.ts';
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

/** Where one links providers to one's account. */
const SECURITY = '/info/index?tab=security';

/** What a social sign-in left in the history entry of the login page: there after a reload, gone with the next page. */
interface Left {
  readonly failure?: string;
  readonly stranger?: UnregisteredIdentity;
  /** For the second step, where the account asks for one. */
  readonly ticket?: string;
}

interface SocialReturn extends Left {
  /** Whether the answer of a provider is being looked at. */
  readonly isReturning: boolean;
  /** Forgets what was left. */
  readonly clear: () => void;
}

/** Takes up what a provider gave back to `/oauth/redirect/<source>` and strips it from the address at once. */
export function useSocialReturn(): SocialReturn {
  const { source } = useParams();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (source === undefined) return;
    const given = new URLSearchParams(search);
    const leave = (left: Left) =>
      void navigate(loginPath(takeReturnPath()), { replace: true, state: { social: left } });
    const [code, token] = [given.get('code'), given.get('state')];
    const isToLink = isLinking(token);
    const leaveLinking = (linked: LinkOutcome) => {
      storeLinkOutcome(linked);
      void navigate(SECURITY, { replace: true });
    };
    if (!code || !token) {
      const isCancelled = given.get('error') === 'access_denied';
      if (isToLink)
        leaveLinking({ failure: translate(isCancelled ? loginWords.linkCancelled : loginWords.linkRefused) });
      else leave({ failure: translate(isCancelled ? loginWords.cancelled : loginWords.refused) });
      return;
    }
    let isHere = true;
    const answer = { source, code, state: token, issuer: given.get('iss') ?? undefined };
    if (isToLink) {
      void completeLink(answer).then((linked) => isHere && leaveLinking(linked));
      return () => {
        isHere = false;
      };
    }
    completeSocialSignIn(answer).then(
      (outcome) => {
        if (!isHere) return;
        if ('stranger' in outcome) leave(outcome);
        else {
          leave({});
          startSession(outcome.tokens);
        }
      },
      (error: unknown) => {
        if (!isHere) return;
        const ticket = ticketIn(error);
        leave(ticket ? { ticket } : { failure: messageOf(error) });
      },
    );
    return () => {
      isHere = false;
    };
  }, [source, search, navigate]);
  const left = (state as { social?: Left } | null)?.social ?? {};
  return {
    ...left,
    isReturning: source !== undefined,
    clear: () => void navigate({ pathname: '/login', search }, { replace: true }),
  };
}
