import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { memo, Suspense, useContext, useDeferredValue, useEffect, useState } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  Navigate,
  UNSAFE_RouteContext as RouteContext,
  useLocation,
} from 'react-router';
import { Popups } from '../../features/announcements/popups.tsx';
import { followDictionaries } from '../../features/dictionaries/follow-dictionaries.ts';
import { HelpLink } from '../../features/help/help-link.tsx';
import { LargeExportBridge } from '../../features/large-export/large-export-bridge.tsx';
import { StepUpBridge } from '../../features/step-up/step-up-bridge.tsx';
import { messageOf } from '../../kit/client/call-error.ts';
import { useSession } from '../../kit/client/session.ts';
import { showLoadFailure } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { LoadGuard, lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { provideHelp } from '../../kit/list/help.ts';
import { provideCommonTabs } from '../../kit/list/record/common-tabs.ts';
import { provideSavedViews } from '../../kit/list/saved/saved-views.ts';
import type { RecordTab, Row } from '../../kit/list/types.ts';
import { OptionalPiece } from '../../kit/optional-piece.tsx';
import { useCan } from '../../kit/permission.tsx';
import { KitProvider } from '../../kit/provider.tsx';
import { ThemeRoot } from '../../kit/theme-root.tsx';
import { useEvent } from '../../kit/use-event.ts';
import { useIsNarrow, useIsPhone } from '../../kit/use-media.ts';
import { Notice } from '../errors/error-page.tsx';
import type { MenuPlace } from '../navigation/menu.ts';
import { pageNames } from '../navigation/pages.ts';
import { placeShown, usePins } from '../navigation/pins.ts';
import { destinationOf } from '../navigation/screens.ts';
import { useMenu } from '../navigation/use-menu.ts';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { setPreferences, usePreferences } from '../preferences.ts';
import { useArePreferencesSettled, usePreferenceSync } from '../preferences-sync.ts';
import { signOut } from '../sign-out.ts';
import { useFirstPath } from '../tabs/first-page.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import { TabPanels } from '../tabs/tab-panels.tsx';
import { isTabOpen } from '../tabs/tab-store.ts';
import { useOpenTabs } from '../tabs/use-open-tabs.ts';
import { AntdTheme } from '../theme/antd-theme.tsx';
import { useTheme } from '../theme/theme-context.tsx';
import { useVisiblePlaces } from '../top-menu/top-menu-choice.ts';
import { useBrand } from '../use-brand.ts';
import { useTitle } from '../use-title.ts';
import { words } from '../words.ts';
import styles from './frame.module.css';
import { Sidebar as AnySidebar } from './sidebar.tsx';
import { TopBar as AnyTopBar } from './top-bar.tsx';

const RecordChanges = lazyWithRetry(() => import('../../features/audit/record-changes.tsx'));

/** Whether calls change the rows of a resource. Logs are never changed. */
const isChanged = ({ name, calls }: Resource): boolean =>
  !name.startsWith('log/') &&
  'detail' in calls &&
  Object.values(calls).some(({ methods, standard }) => methods[0] === 'POST' && standard !== 'export');

/** Returns the tab with the changes of a record, for readers of the audit trail. */
const changesTabs = (resource: Resource, can: (code: string) => boolean): readonly RecordTab<Row>[] =>
  isChanged(resource) && can('log/audit:view')
    ? [
        {
          key: 'changes',
          label: { zh: '变更记录', en: 'Changes' },
          render: ({ id }) => <RecordChanges resource={resource.name} id={id} />,
        },
      ]
    : [];

/** Only narrow screens need it. */
const Drawer = lazyWithRetry(() => import('antd/es/drawer'));

const Sidebar = memo(AnySidebar);
const TopBar = memo(AnyTopBar);

/** Loaded later: few users need it, and each only once. */
const FactorDue = lazyWithRetry(() => import('../../pages/account/factor-due.tsx'));
const PasswordDue = lazyWithRetry(() => import('../../pages/account/password-due.tsx'));

/** For users with the permission to see the ledger verification. */
const TrailWarning = lazyWithRetry(() => import('../trail-warning/trail-warning.tsx'));
const LedgerWarning = lazyWithRetry(() => import('../ledger-warning/ledger-warning.tsx'));

provideCommonTabs(changesTabs);
provideSavedViews({
  Menu: lazyWithRetry(() => import('../../features/views/view-menu.tsx')),
  Arrival: lazyWithRetry(() => import('../../features/views/view-arrival.tsx')),
});
provideHelp((screen) => <HelpLink screen={screen} />);

/** The frame is at every address: with its route in the context, all parts inside would render at every navigation. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/** Everything shown after sign-in: sidebar, top bar, tabs and the page. */
export default function Frame() {
  const isPasswordDue = useSession(({ user }) => user?.mustChangePassword === true);
  const isFactorDue = useSession(({ user }) => user?.mustSetUpFactor === true);
  return (
    <AntdTheme>
      <ThemeRoot className={styles.app ?? ''}>
        <KitProvider>
          <StepUpBridge />
          <LargeExportBridge />
          <RouteContext value={NO_ROUTE}>
            <Suspense fallback={<Loading />}>
              {isPasswordDue ? <PasswordDue /> : isFactorDue ? <FactorDue /> : <Desktop />}
            </Suspense>
          </RouteContext>
        </KitProvider>
      </ThemeRoot>
    </AntdTheme>
  );
}

/** Keeps the preferences in step, but does not change with them. */
function PreferenceSync() {
  usePreferenceSync();
  useEffect(followDictionaries, []);
  return null;
}

const Desktop = () => (
  <>
    <PreferenceSync />
    <Gate />
    <Popups />
  </>
);

/** Waits for the menu before it judges an address, so that a deep link never flashes as unknown. */
function Gate() {
  const t = useText();
  const { places, error, reload } = useMenu();
  if (!places) {
    if (!error) return <Loading />;
    return (
      <main>
        <Notice title={t(words.menuFailed)} hint={messageOf(error)}>
          <Button kind="primary" onClick={reload}>
            {t(words.retry)}
          </Button>
          {/* Nothing is open yet that could be lost, so nothing is asked. */}
          <Button onClick={() => void signOut()}>{t(words.signOut)}</Button>
        </Notice>
      </main>
    );
  }
  return <Arrival places={places} />;
}

/** Where an address leads. Apart from the menu, which does not change with it. */
function Arrival({ places }: { places: readonly MenuPlace[] }) {
  const { pathname, search } = useLocation();
  if (pathname === '/') return <Beginning places={places} />;
  const destination = destinationOf(pathname, search, { places, pages: pageNames, isOpen: isTabOpen });
  if (destination.kind === 'go') return <Navigate to={destination.to} replace />;
  return <Desk places={places} path={destination.path} search={search} />;
}

/** A session starts at home, or at the user's chosen page; a new browser gets the choice from the server. */
function Beginning({ places }: { places: readonly MenuPlace[] }) {
  const isSettled = useArePreferencesSettled();
  const beginning = useFirstPath(places);
  return isSettled ? <Navigate to={beginning} replace /> : <Loading />;
}

function Desk({ places, path, search }: { places: readonly MenuPlace[]; path: string; search: string }) {
  const t = useText();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const isCollapsed = usePreferences((preferences) => preferences.isSidebarCollapsed);
  const { theme } = useTheme();
  const canSeeProofs = useCan('finance/proof:view');
  const canReadTrail = useCan('log/audit:view');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isDrawerMissing, setDrawerMissing] = useState(false);
  const shownPlaces = usePins(useVisiblePlaces(places));
  const { tabs, shown } = useOpenTabs(places, path, search);
  // The frame is updated after the page.
  const seenPath = useDeferredValue(path);
  const seenPlace = useDeferredValue(placeShown(shownPlaces, path, search));
  const seenAddress = useDeferredValue(useContext(LocationContext));
  useTitle(shown.label ?? shown.screen.title, useBrand().name);

  const toggle = useEvent(() => {
    if (!isNarrow) return setPreferences({ isSidebarCollapsed: !isCollapsed });
    setDrawerMissing(false);
    setDrawerOpen(!isDrawerOpen);
  });
  const missDrawer = () => {
    if (isDrawerOpen) showLoadFailure();
    setDrawerMissing(true);
    setDrawerOpen(false);
  };
  const hasDrawer = isNarrow && isDrawerOpen;
  return (
    <div className={styles.frame} data-narrow-sidebar={theme.narrow}>
      <a className={styles.skip} href="#content">
        {t(words.skip)}
      </a>
      <LocationContext value={seenAddress}>
        {isNarrow ? (
          <LoadGuard onFailed={missDrawer}>
            <Suspense>
              {isDrawerMissing ? null : (
                <Drawer
                  open={hasDrawer}
                  onClose={() => setDrawerOpen(false)}
                  placement="left"
                  size={264}
                  closable={false}
                  styles={{ body: { padding: 0 } }}
                  aria-label={t(words.menu)}
                >
                  <Sidebar
                    places={shownPlaces}
                    path={seenPlace}
                    isCollapsed={false}
                    isRoomy
                    onChosen={() => setDrawerOpen(false)}
                  />
                </Drawer>
              )}
            </Suspense>
          </LoadGuard>
        ) : (
          <Sidebar places={shownPlaces} path={seenPlace} isCollapsed={isCollapsed} />
        )}
      </LocationContext>
      <div className={styles.column}>
        <LocationContext value={seenAddress}>
          <TopBar
            places={places}
            path={seenPath}
            isMenuOpen={isNarrow ? isDrawerOpen : !isCollapsed}
            onToggleMenu={toggle}
          />
          {!isPhone && <TabBar tabs={tabs} active={path} />}
        </LocationContext>
        {(canSeeProofs || canReadTrail) && (
          <OptionalPiece>
            {canSeeProofs && <LedgerWarning />}
            {canReadTrail && <TrailWarning />}
          </OptionalPiece>
        )}
        <TabPanels tabs={tabs} shown={shown} places={places} />
      </div>
    </div>
  );
}
