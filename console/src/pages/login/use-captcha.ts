import { useCallback, useEffect, useRef, useState } from 'react';
import { knownSignInFacts, storeSignInFacts } from './facts.ts';
import { type Captcha, loadCaptcha } from './sign-in.ts';

/** The server accepts a solution for five minutes; an older one is replaced before the user sends it in vain. */
const FRESH_MILLIS = 4.5 * 60_000;

interface Solved {
  readonly key: string;
  readonly code: string;
}

export const NO_CAPTCHA: Solved = { key: '', code: '' };

/**
 * The current captcha: a computation the browser does while the user types. Whether the server asks for one is in the
 * page, so the captcha line is shown or hidden from the start.
 */
export function useCaptcha() {
  const [state, setState] = useState<'working' | 'done' | 'failed'>('working');
  const [isNeeded, setIsNeeded] = useState(() => knownSignInFacts().hasCaptcha !== false);
  const current = useRef<{ readonly controller: AbortController; readonly solved: Promise<Solved> }>(undefined);
  const reload = useCallback(() => {
    current.current?.controller.abort();
    const controller = new AbortController();
    const isCurrent = () => current.current?.controller === controller;
    const asked = (captcha: Captcha) => {
      if (!isCurrent()) return;
      storeSignInFacts({ hasCaptcha: captcha.key !== '' });
      setIsNeeded(captcha.key !== '');
    };
    const solved = solve(controller, asked);
    current.current = { controller, solved };
    setState('working');
    solved.then(
      () => isCurrent() && setState('done'),
      () => isCurrent() && setState('failed'),
    );
  }, []);
  useEffect(() => {
    reload();
    return () => current.current?.controller.abort();
  }, [reload]);
  useEffect(() => {
    if (!isNeeded || state !== 'done') return;
    const timer = setTimeout(reload, FRESH_MILLIS);
    return () => clearTimeout(timer);
  }, [isNeeded, state, reload]);
  /** Resolves to the solution sent with a sign-in. Rejects when the computation failed. */
  const solved = useCallback(async (): Promise<Solved> => current.current?.solved ?? NO_CAPTCHA, []);
  return { state, isNeeded, solved, reload };
}

async function solve(controller: AbortController, asked: (captcha: Captcha) => void): Promise<Solved> {
  const captcha = await loadCaptcha();
  asked(captcha);
  if (!captcha.challenge) return NO_CAPTCHA;
  const { solveCaptcha } = await import('./captcha-work.ts');
  return { key: captcha.key, code: await solveCaptcha(captcha.challenge, controller) };
}
