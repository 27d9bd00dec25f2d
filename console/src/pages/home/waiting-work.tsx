import { useEffect } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../kit/client/call-error.ts';
import { reload, useNamedCall } from '../../kit/client/query.ts';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { onServerEvent } from '../../kit/realtime/channel.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import styles from './home.module.css';

interface WaitingWork {
  readonly resource: string;
  readonly title: string;
  readonly screen: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly count: number;
  readonly isEstimate: boolean;
  readonly oldest: string | null;
}

const EVERY_MILLIS = 60_000;
/** Changes of a busy business are counted together. */
const GATHER_MILLIS = 3_000;

const own = {
  title: { zh: '待办', en: 'Waiting for you' },
  none: { zh: '没有等待您处理的事项', en: 'Nothing is waiting for you' },
  oldest: { zh: '最早 {time}', en: 'Oldest {time}' },
} as const;

/** Work that waits for the reader, the oldest first. Each figure opens the list of exactly its rows. */
export function Waiting() {
  const t = useText();
  const locale = useLocale();
  const { data, error, refetch } = useNamedCall<readonly WaitingWork[]>('desk/home', 'waiting', {
    everyMillis: EVERY_MILLIS,
  });
  useRefreshOnChange(data !== undefined);
  return (
    <section aria-labelledby="home-waiting" aria-busy={!data && !error}>
      <h2 id="home-waiting" className={styles.group}>
        {t(own.title)}
      </h2>
      {error && !data ? (
        <p role="alert">
          {messageOf(error)} <Button onClick={() => void refetch()}>{t(words.retry)}</Button>
        </p>
      ) : null}
      {data?.length === 0 ? <p className={styles.hint}>{t(own.none)}</p> : null}
      <ul className={styles.waiting}>
        {data?.map(({ resource, title, screen, filters, count, isEstimate, oldest }) => (
          <li key={`${resource} ${title}`}>
            <Link className={styles.figure} to={`/${screen}/index?${new URLSearchParams(filters)}`}>
              <span className={styles.label}>{title}</span>
              <span className={styles.amount}>
                {isEstimate ? '≈ ' : ''}
                {count.toLocaleString(locale)}
              </span>
              {oldest ? (
                <time className={styles.label} title={oldest}>
                  {t(own.oldest, { time: relativeTime(oldest, locale) })}
                </time>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Counts again after any change: a list without waiting rows may have got some. */
function useRefreshOnChange(isKnown: boolean): void {
  useEffect(() => {
    if (!isKnown) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onServerEvent('changed', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void reload(['desk/home']);
      }, GATHER_MILLIS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [isKnown]);
}
