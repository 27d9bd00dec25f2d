import { Activity, lazy, memo, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Route, Routes } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { Notice } from '../errors/error-page.tsx';
import { PageBoundary } from '../errors/page-boundary.tsx';
import type { Place } from '../navigation/menu.ts';
import { forgetPage, pageOf } from '../navigation/pages.ts';
import { Loading } from '../parts/loading.tsx';
import { words } from '../words.ts';
import { Embedded } from './embedded.tsx';
import { useRefreshes } from './refresh.ts';
import styles from './tab-panels.module.css';
import type { OpenTab } from './use-open-tabs.ts';

const Home = lazy(() => import('../home/home.tsx'));

interface Props {
  readonly tabs: readonly OpenTab[];
  readonly active: string;
  readonly places: readonly Place[];
}

/**
 * The pages of all open tabs. Hidden ones keep their state (what was typed, chosen and scrolled to) with their effects
 * switched off. A tab restored by a reload is mounted when it is first shown.
 */
export function TabPanels({ tabs, active, places }: Props) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set([active]));
  if (!shown.has(active)) setShown(new Set([...shown, active]));
  const refreshes = useRefreshes();
  return (
    <main id="content" className={styles.panels} tabIndex={-1}>
      {tabs
        .filter(({ path }) => shown.has(path))
        .map((tab) => (
          <Activity key={tab.path} mode={tab.path === active ? 'visible' : 'hidden'}>
            <Panel
              key={refreshes[tab.path] ?? 0}
              path={tab.path}
              search={tab.search}
              screen={tab.screen}
              places={places}
            />
          </Activity>
        ))}
    </main>
  );
}

interface PanelProps {
  readonly path: string;
  readonly search: string;
  readonly screen: OpenTab['screen'];
  readonly places: readonly Place[];
}

/** What an address shows follows from the menu alone, so a new description of it is no reason to draw every open tab again. */
const isSamePanel = (before: PanelProps, after: PanelProps): boolean =>
  before.path === after.path && before.search === after.search && before.places === after.places;

/** One page in a scroller of its own. It sees the address of its tab, not that of the tab being shown. */
const Panel = memo(function Panel({ path, search, screen, places }: PanelProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef(0);
  // Runs each time the tab is shown again: not every browser keeps the position of what it does not display.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scrolledTo.current;
  }, []);
  return (
    <div
      ref={scroller}
      className={styles.panel}
      role="tabpanel"
      onScroll={(event) => {
        if (event.target === event.currentTarget) scrolledTo.current = event.currentTarget.scrollTop;
      }}
    >
      <PageBoundary onReload={() => screen.kind === 'page' && forgetPage(screen.page)}>
        <Suspense fallback={<Loading />}>
          <Routes location={{ pathname: path, search }}>
            <Route path="*" element={<Content screen={screen} path={path} places={places} />} />
          </Routes>
        </Suspense>
      </PageBoundary>
    </div>
  );
}, isSamePanel);

function Content({ screen, path, places }: Omit<PanelProps, 'search'>) {
  const t = useText();
  if (screen.kind === 'home') return <Home places={places} />;
  if (screen.kind === 'embedded') return <Embedded url={screen.url} title={t(screen.title)} />;
  const Page = screen.kind === 'page' ? pageOf(screen.page) : undefined;
  return Page ? <Page /> : <Notice title={t(words.absent)} hint={t(words.absentHint, { path })} />;
}
