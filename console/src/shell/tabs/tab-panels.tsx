import { Activity, memo, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { UNSAFE_LocationContext as LocationContext, NavigationType, useNavigate } from 'react-router';
import { invalidate } from '../../kit/client/query.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { PageVisibility } from '../../kit/page-visibility.ts';
import { forgetKept, KeptPlaceProvider, keptPlace } from '../../kit/persisted-state.ts';
import { Notice } from '../errors/error-page.tsx';
import { PageBoundary } from '../errors/page-boundary.tsx';
import { HOME_PATH, type MenuPlace, titleIn } from '../navigation/menu.ts';
import { forgetPage, pageOf } from '../navigation/pages.ts';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { words } from '../words.ts';
import { useConfirmOptimisticTab, useIsShown, useMarkReady } from './optimistic-tab.ts';
import { useRefreshes } from './refresh.ts';
import { trackScroll } from './scroll.ts';
import styles from './tab-panels.module.css';
import { addressOfTab, changeTabs, useTabs } from './tab-store.ts';
import { closeTab } from './tabs.ts';
import type { OpenTab } from './use-open-tabs.ts';
import { useWarmTabs } from './use-warm-tabs.ts';

const Home = lazyWithRetry(() => import('../../pages/home/home.tsx'));
const Embedded = lazyWithRetry(() => import('./embedded.tsx'));

interface Props {
  readonly tabs: readonly OpenTab[];
  /** The shown screen: one of the tabs, or a page without a tab. */
  readonly shown: OpenTab;
  readonly places: readonly MenuPlace[];
}

// Closing a tab removes the kept state of its page.
useTabs.subscribe(({ tabs }, before) => {
  const gone = before.tabs.filter(({ path }) => !tabs.some((tab) => tab.path === path));
  if (gone.length > 0) forgetKept((path) => gone.some((tab) => tab.path === path));
});

/**
 * The pages of all open tabs. Hidden ones keep their state (drafts, selection, scroll position) with their effects
 * switched off; the latest stay awake for a while, so that switching back is immediate. A tab restored by a reload is
 * mounted when it is first shown. The panels keep the order in which they were first shown, not the order of the tabs:
 * a frame moved in the document loads again.
 */
export function TabPanels({ tabs, shown, places }: Props) {
  const [visited, setVisited] = useState<readonly string[]>([shown.path]);
  const open = new Map([...tabs, shown].map((tab) => [tab.path, tab]));
  const wanted = [...visited.filter((path) => open.has(path)), ...(visited.includes(shown.path) ? [] : [shown.path])];
  if (wanted.length !== visited.length || wanted.some((path, index) => path !== visited[index])) setVisited(wanted);
  const refreshes = useRefreshes();
  const locale = useLocale();
  const awake = useWarmTabs(shown.path);
  useConfirmOptimisticTab(shown.path);
  return (
    <main id="content" className={styles.panels} tabIndex={-1}>
      {wanted
        .flatMap((path) => open.get(path) ?? [])
        .map(({ path, search, screen, label }) => (
          <Activity key={path} mode={path === shown.path || awake.includes(path) ? 'visible' : 'hidden'}>
            <Panel
              key={refreshes[path] ?? 0}
              path={path}
              title={titleIn(label ?? screen.title, locale)}
              isAtAddress={path === shown.path}
            >
              <PanelPage path={path} search={search} screen={screen} places={places} />
            </Panel>
          </Activity>
        ))}
    </main>
  );
}

interface PanelProps {
  readonly path: string;
  readonly title: string;
  readonly isAtAddress: boolean;
  readonly children: ReactNode;
}

/** A scroll container for each page, and the store of its state. */
function Panel({ path, title, isAtAddress, children }: PanelProps) {
  useMarkReady(path);
  const isShown = useIsShown(path, isAtAddress);
  const panel = useRef<HTMLDivElement>(null);
  const place = useMemo(() => keptPlace(path), [path]);
  const scroll = useMemo(() => trackScroll(place), [place]);
  // Runs each time the tab is woken: some browsers lose the scroll positions of hidden elements.
  useLayoutEffect(() => (panel.current ? scroll.restore(panel.current) : undefined), [scroll]);
  const [sight] = useState({ isShown });
  useLayoutEffect(() => {
    sight.isShown = isShown;
  }, [sight, isShown]);
  return (
    <div
      ref={panel}
      className={styles.panel}
      // Hidden panels are hidden from screen readers too. `aria-hidden` would do the same but restyles everything
      // before the next frame.
      {...(isShown ? { role: 'tabpanel', 'aria-label': title } : {})}
      data-behind={!isShown || undefined}
      onScrollCapture={({ target, currentTarget }) => scroll.note(target, currentTarget)}
    >
      <KeptPlaceProvider value={place}>
        <PageVisibility value={sight}>{children}</PageVisibility>
      </KeptPlaceProvider>
    </div>
  );
}

interface PageProps {
  readonly path: string;
  readonly search: string;
  readonly screen: OpenTab['screen'];
  readonly places: readonly MenuPlace[];
}

/**
 * The content of an address depends only on the menu, so a new place object is no reason to draw every open tab again.
 */
const isSamePage = (before: PageProps, after: PageProps): boolean =>
  before.path === after.path && before.search === after.search && before.places === after.places;

/** One page. It sees the address of its tab, not that of the tab being shown. */
const PanelPage = memo(function PanelPage({ path, search, screen, places }: PageProps) {
  // The router's own `Routes` would hand every page a new location at every navigation, whichever tab it was in.
  const address = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: path },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  );
  return (
    <PageBoundary onReload={() => screen.kind === 'page' && forgetPage(screen.page)}>
      <Suspense fallback={<Loading />}>
        <LocationContext value={address}>
          <Content screen={screen} path={path} search={search} places={places} />
        </LocationContext>
      </Suspense>
    </PageBoundary>
  );
}, isSamePage);

function Content({ screen, path, search, places }: PageProps) {
  const t = useText();
  if (screen.kind === 'home') return <Home places={places} />;
  if (screen.kind === 'lost') return <Lost path={path} />;
  if (screen.kind === 'embedded')
    return <Embedded id={screen.id} url={screen.url} search={search} title={t(screen.title)} />;
  const Page = screen.kind === 'page' ? pageOf(screen.page) : undefined;
  return Page ? <Page /> : <Notice title={t(words.absent)} hint={t(words.absentHint, { path })} />;
}

/** Replaces a visible page after its permission was withdrawn. */
function Lost({ path }: { path: string }) {
  const t = useText();
  const navigate = useNavigate();
  const close = () => void navigate(addressOfTab(changeTabs((before) => closeTab(before, path)).active));
  return (
    <Notice code="403" title={t(words.lost)} hint={t(words.lostHint)}>
      <Button kind="primary" onClick={close}>
        {t(words.tabClose)}
      </Button>
      <Button onClick={() => void invalidate('system/menu')}>{t(words.retry)}</Button>
      <Button onClick={() => void navigate(HOME_PATH)}>{t(words.backHome)}</Button>
    </Notice>
  );
}
