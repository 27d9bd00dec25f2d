import { useCallback, useEffect, useRef, useState } from 'react';
import { type Captcha, loadCaptcha } from './sign-in.ts';

/** The captcha in force. A server that answers without an image asks for no code. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha>();
  const [hasFailed, setHasFailed] = useState(false);
  const turn = useRef(0);
  const reload = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    const settle = (fresh: Captcha | undefined) => {
      // Of several images asked for quickly only the last one is true.
      if (mine !== turn.current) return;
      setCaptcha(fresh);
      setHasFailed(fresh === undefined);
    };
    loadCaptcha().then(settle, () => settle(undefined));
  }, []);
  useEffect(reload, [reload]);
  return {
    key: captcha?.key ?? '',
    image: captcha?.image ?? '',
    isNeeded: captcha === undefined || captcha.image !== '',
    hasFailed,
    reload,
  };
}
