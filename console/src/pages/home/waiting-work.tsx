import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../kit/client/call-error.ts';
import { reload, useNamedCall } from '../../kit/client/query.ts';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import type { DeclaredList } from '../../kit/list/types.ts';
import { onServerEvent } from '../../kit/realtime/channel.ts';
import { useIsPhone } from '../../kit/use-media.ts';
import type { MenuPlace } from '../../shell/navigation/menu.ts';
import { listOfPage } from '../../shell/navigation/pages.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import styles from './home.module.css';
import { blocksOf, LINES_MOST, type ShownWork, shownRows, type WaitingWork } from './waiting-blocks.ts';

const WaitingRows = lazyWithRetry(() => import('./waiting-rows.tsx'));

const EVERY_MILLIS = 60_000;
/** Changes of a busy business are counted together. */
const GATHER_MILLIS = 3_000;

const own = {
  title: { zh: '待办', en: 'Waiting for you' },
  none: { zh: '没有等待您处理的事项', en: 'Nothing is waiting for you' },
  oldest: { zh: '最早 {time}', en: 'Oldest {time}' },
  all: { zh: '全部 {n} 项', en: 'All {n}' },
  folded: { zh: '{title}：全部 {n} 项', en: '{title}: all {n}' },
} as const;

/**
 * Work that waits for the reader, by the groups of the menu: at most five rows of each, with the action that settles one, and links to the
 * lists with the rest. On a phone five rows in all, until the others are asked for.
 */
export function Waiting({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const isPhone = useIsPhone();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useNamedCall<readonly WaitingWork[]>('desk/home', 'waiting', {
    everyMillis: EVERY_MILLIS,
  });
  useRefreshOnChange(data !== undefined);
  const isBrief = isPhone && !isWhole;
  const total = data?.reduce((sum, { brief, count }) => sum + (brief ? count : 1), 0) ?? 0;
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
        <div className={styles.block}>
          <Lines shown={shownRows(data ?? []).filter(({ rows }) => rows > 0)} />
        </div>
      ) : (
        <div className={styles.blocks}>
          {blocksOf(places, data ?? []).map(({ key, title, work }) => (
            <section key={key} className={styles.block} aria-labelledby={`home-waiting-${key}`}>
              <h3 id={`home-waiting-${key}`}>{t(title)}</h3>
              <Lines shown={shownRows(work)} />
              <Folded shown={shownRows(work)} />
            </section>
          ))}
        </div>
      )}
      {isBrief && total > LINES_MOST ? (
        <Button onClick={() => setWhole(true)}>{t(own.all, { n: total })}</Button>
      ) : null}
    </section>
  );
}

/** The rows of some work; work without rows has a line with its number. */
function Lines({ shown }: { shown: readonly ShownWork[] }) {
  return (
    <ul className={styles.waiting}>
      {shown
        .filter(({ rows }) => rows > 0)
        .map((one) => (
          <Work key={keyOf(one.work)} {...one} />
        ))}
    </ul>
  );
}

const keyOf = ({ resource, title }: WaitingWork): string => `${resource} ${title}`;

function Work(shown: ShownWork) {
  const { work, rows } = shown;
  const list = useListOf(work);
  if (list === null)
    return (
      <li>
        <NumberLink work={work} />
      </li>
    );
  const places = Array.from({ length: Math.min(rows, work.count) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing else
    <li key={index} className={styles.item} aria-hidden="true" />
  ));
  return (
    <InlineLoadBoundary>
      <Suspense fallback={places}>{list ? <WaitingRows {...shown} list={list} /> : places}</Suspense>
    </InlineLoadBoundary>
  );
}

/** Loads the list of some work, whose actions its rows have; undefined until it is there, null without one. */
function useListOf({ brief, screen, resource }: WaitingWork): DeclaredList | null | undefined {
  const [list, setList] = useState<DeclaredList | null>();
  const hasRows = brief !== null;
  useEffect(() => {
    if (!hasRows) return undefined;
    let isShown = true;
    const show = (found: DeclaredList | null | undefined) =>
      isShown && setList(found?.resource.name === resource ? found : null);
    listOfPage(screen).then(show, () => show(null));
    return () => {
      isShown = false;
    };
  }, [hasRows, screen, resource]);
  return hasRows ? list : null;
}

/** Links to the lists whose rows are not all shown. */
function Folded({ shown }: { shown: readonly ShownWork[] }) {
  const t = useText();
  const locale = useLocale();
  const folded = shown.filter(({ work: { brief, count }, rows }) => (brief ? count > rows : rows === 0));
  if (folded.length === 0) return null;
  return (
    <ul className={styles.folded}>
      {folded.map(({ work }) => (
        <li key={keyOf(work)}>
          <Link to={listAddress(work)}>{t(own.folded, { title: work.title, n: numberText(work, locale) })}</Link>
        </li>
      ))}
    </ul>
  );
}

const listAddress = ({ screen, filters }: WaitingWork): string => `/${screen}/index?${new URLSearchParams(filters)}`;
const numberText = ({ count, isEstimate }: WaitingWork, locale: Locale): string =>
  `${isEstimate ? '≈ ' : ''}${count.toLocaleString(locale)}`;

/** The number of waiting rows; opens the list of exactly these. */
function NumberLink({ work }: { work: WaitingWork }) {
  const t = useText();
  const locale = useLocale();
  const { title, oldest } = work;
  return (
    <Link className={styles.row} to={listAddress(work)}>
      <span>{title}</span>
      <span className={styles.sum}>{numberText(work, locale)}</span>
      {oldest ? (
        <time className={styles.label} title={oldest}>
          {t(own.oldest, { time: relativeTime(oldest, locale) })}
        </time>
      ) : null}
    </Link>
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
