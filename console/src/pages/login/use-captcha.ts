import { useCallback, useEffect, useRef, useState } from 'react';
import { knownSignInFacts, storeSignInFacts } from './facts.ts';
import { type Captcha, loadCaptcha } from './sign-in.ts';

/** The server takes work for five minutes; what is older is replaced before somebody hands it in in vain. */
const FRESH_MILLIS = 4.5 * 60_000;

interface Solved {
  readonly key: string;
  readonly code: string;
}

export const NO_CAPTCHA: Solved = { key: '', code: '' };

/**
 * The captcha in force: a piece of work that the browser does by itself while people type. Whether the server asks for
 * one comes with the page, so that the line is there (or not) from the beginning.
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
  /** What goes out with a sign-in, as soon as it is there. Rejects when the work could not be done. */
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
