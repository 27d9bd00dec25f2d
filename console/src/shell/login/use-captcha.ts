import { useCallback, useEffect, useRef, useState } from 'react';
import { knownFacts, noteFacts } from './facts.ts';
import { type Captcha, loadCaptcha } from './sign-in.ts';

/** The server forgets an image after five minutes; one that old is replaced before somebody reads it in vain. */
const FRESH_MILLIS = 4.5 * 60_000;

/**
 * The captcha in force. A server that answers without an image asks for no code. Whether it asks for one comes with the
 * page, so that the field is there (or not) from the beginning.
 */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha>();
  const [hasFailed, setHasFailed] = useState(false);
  const [wasNeeded] = useState(() => knownFacts().hasCaptcha !== false);
  const turn = useRef(0);
  const reload = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    const settle = (fresh: Captcha | undefined) => {
      // Of several images asked for quickly only the last one is true.
      if (mine !== turn.current) return;
      setCaptcha(fresh);
      if (fresh) noteFacts({ hasCaptcha: fresh.image !== '' });
      setHasFailed(fresh === undefined);
    };
    loadCaptcha().then(settle, () => settle(undefined));
  }, []);
  useEffect(reload, [reload]);
  useEffect(() => {
    if (!captcha?.image) return;
    const timer = setTimeout(reload, FRESH_MILLIS);
    return () => clearTimeout(timer);
  }, [captcha, reload]);
  return {
    key: captcha?.key ?? '',
    image: captcha?.image ?? '',
    isNeeded: captcha ? captcha.image !== '' : wasNeeded,
    hasFailed,
    reload,
  };
}
