import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../kit/client/call-error.ts';
import { reload, useNamedCall } from '../../kit/client/query.ts';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { onServerEvent } from '../../kit/realtime/channel.ts';
import { useIsPhone } from '../../kit/use-media.ts';
import type { MenuPlace } from '../../shell/navigation/menu.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import styles from './home.module.css';
import { blocksOf, type WaitingWork } from './waiting-blocks.ts';

const EVERY_MILLIS = 60_000;
/** Changes of a busy business are counted together. */
const GATHER_MILLIS = 3_000;
/** Rows of a phone before the others are asked for. */
const BRIEF = 5;

const own = {
  title: { zh: '待办', en: 'Waiting for you' },
  none: { zh: '没有等待您处理的事项', en: 'Nothing is waiting for you' },
  oldest: { zh: '最早 {time}', en: 'Oldest {time}' },
  all: { zh: '全部 {n} 项', en: 'All {n}' },
} as const;

/**
 * Work that waits for the reader, by the groups of the menu, in each the oldest first; on a phone the five oldest until all are asked for.
 * Each row opens the list of exactly its rows.
 */
export function Waiting({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const isPhone = useIsPhone();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useNamedCall<readonly WaitingWork[]>('desk/home', 'waiting', {
    everyMillis: EVERY_MILLIS,
  });
  useRefreshOnChange(data !== undefined);
  const isBrief = isPhone && !isWhole && data !== undefined && data.length > BRIEF;
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
      {isBrief ? (
        <Rows work={data.slice(0, BRIEF)} />
      ) : (
        <div className={styles.blocks}>
          {blocksOf(places, data ?? []).map(({ key, title, work }) => (
            <section key={key} className={styles.block} aria-labelledby={`home-waiting-${key}`}>
              <h3 id={`home-waiting-${key}`}>{t(title)}</h3>
              <Rows work={work} />
            </section>
          ))}
        </div>
      )}
      {isBrief ? <Button onClick={() => setWhole(true)}>{t(own.all, { n: data.length })}</Button> : null}
    </section>
  );
}

function Rows({ work }: { work: readonly WaitingWork[] }) {
  const t = useText();
  const locale = useLocale();
  return (
    <ul className={styles.waiting}>
      {work.map(({ resource, title, screen, filters, count, isEstimate, oldest }) => (
        <li key={`${resource} ${title}`}>
          <Link className={styles.row} to={`/${screen}/index?${new URLSearchParams(filters)}`}>
            <span>{title}</span>
            <span className={styles.sum}>
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
