import type { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useEffect, useState } from 'react';
import { useNamedCall } from '../../kit/client/query.ts';
import { type Translate, useText } from '../../kit/i18n.ts';
import { Notice } from '../errors/error-page.tsx';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { words } from '../words.ts';
import styles from './tab-panels.module.css';

/** Fields of a tab's address that speak to the console, not to the page in the frame. */
const OURS: ReadonlySet<string> = new Set(['src', 'name', 'i18n', 'url']);

/**
 * Returns the address of a frame: the menu's, with the further fields of the tab's query.
 * @param url absolute, or a path of the console's own host
 */
export function framedAddress(url: string, search: string, origin: string): string {
  const address = new URL(/^(https?:)?\//i.test(url) ? url : `/${url}`, origin);
  for (const [name, value] of new URLSearchParams(search)) if (!OURS.has(name)) address.searchParams.set(name, value);
  return address.href;
}

interface Props {
  /** The menu entry's. */
  readonly id: string;
  readonly url: string;
  /** The query of the tab's address, added to the frame's address. */
  readonly search: string;
  readonly title: string;
}

type Trouble = 'blocked' | 'silent';

const ANSWER_WITHIN_MILLIS = 20_000;
const FRESH_MILLIS = 300_000;

/**
 * A foreign page inside a tab. It gets no data of the session: its address never contains a token, and a page of our
 * own host runs with an opaque origin, because otherwise the sandbox would have no effect. A frame reports no reason
 * when it stays empty; our own policy, a timeout and the server's check of the page's headers do.
 */
export default function Embedded({ id, url, search, title }: Props) {
  const t = useText();
  const address = framedAddress(url, search, window.location.origin);
  const { host, origin } = new URL(address);
  const isForeign = origin !== window.location.origin;
  const [isLoaded, setLoaded] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const { data } = useNamedCall<CallData<typeof menu, 'framing', 'in'>>('system/menu', 'framing', {
    input: { id },
    enabled: isForeign,
    staleMillis: FRESH_MILLIS,
  });

  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setTrouble('blocked');
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [origin]);

  useEffect(() => {
    if (isLoaded || trouble) return;
    const timer = setTimeout(() => setTrouble('silent'), ANSWER_WITHIN_MILLIS);
    return () => clearTimeout(timer);
  }, [isLoaded, trouble]);

  const problem = trouble ?? (data?.framing === 'refused' ? 'refused' : null);
  const open = <WindowButton t={t} address={address} />;
  if (problem) {
    const [what, hint] = problems[problem];
    return (
      <Notice title={t(what)} hint={t(hint, { host })}>
        {open}
        {problem === 'silent' ? <Button onClick={() => setTrouble(null)}>{t(words.retry)}</Button> : null}
      </Notice>
    );
  }
  return (
    <div className={styles.embedded}>
      <h1 className={styles.hidden}>{title}</h1>
      {isLoaded ? null : <Loading />}
      {data?.framing === 'unknown' ? (
        <p className={styles.doubt}>
          {t(words.frameDoubtful, { host })} {open}
        </p>
      ) : null}
      <iframe
        className={styles.frame}
        src={address}
        title={title}
        sandbox={`allow-scripts allow-forms allow-popups allow-downloads${isForeign ? ' allow-same-origin' : ''}`}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}

const problems = {
  blocked: [words.frameBlocked, words.frameBlockedHint],
  refused: [words.frameRefused, words.frameRefusedHint],
  silent: [words.frameSilent, words.frameSilentHint],
} as const;

const WindowButton = ({ t, address }: { t: Translate; address: string }) => (
  <Button kind="primary" onClick={() => window.open(address, '_blank', 'noopener')}>
    {t(words.openWindow)}
  </Button>
);
