import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../kit/client/session.ts';
import { showError } from '../../kit/feedback.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { NamedIcon } from '../../kit/icons/named-icon.tsx';
import { useFavourites } from '../favourites.ts';
import { useIsFullScreen } from '../full-screen.ts';
import { keyWords } from '../keys/key-words.ts';
import '../../kit/icons/page-icons.ts';
import { canonicalPath, type MenuPlace } from '../navigation/menu.ts';
import { pageNames } from '../navigation/pages.ts';
import { unlistedPlaces } from '../navigation/screens.ts';
import { usePreferences } from '../preferences.ts';
import { useRecent } from '../recent.ts';
import { findMatches } from '../search/find.ts';
import { Overlay } from '../search/overlay.tsx';
import { closeOverlay, openKeys } from '../search/overlays.ts';
import type { Result } from '../search/result-list.tsx';
import { usePinyin } from '../search/use-pinyin.ts';
import { type ScreenResult, useScreenResults } from '../search/use-screen-results.ts';
import { useThemeKey } from '../theme/theme-key.ts';
import { words } from '../words.ts';
import type { Command, CommandContext } from './command.ts';
import { commandSources } from './commands.ts';
import { useRecordResults } from './use-record-results.tsx';

/** More recent screens than this are a history, not a shortcut. */
const RECENT_MOST = 6;

/** Screens, actions and records by name or number. */
export default function Palette({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const [query, setQuery] = useState('');
  const isLooking = query.trim() !== '';
  const reachable = useMemo(() => [...places, ...unlistedPlaces(places, pageNames)], [places]);
  const screens = useScreenResults(reachable, query, closeOverlay);
  const usual = useUsualScreens(screens);
  const commands = useCommandResults(places, query);
  const records = useRecordResults(query);
  const results = isLooking
    ? [...bestFirst([...screensFound(screens, t(words.screens)), ...commands]), ...records.results]
    : [...usual, ...commands];
  return (
    <Overlay
      label={t(words.palette)}
      placeholder={t(words.paletteHint)}
      query={query}
      onQuery={setQuery}
      results={results}
      isBusy={records.isBusy}
      footer={
        <>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t(words.keysChoose)}
          </span>
          <span>
            <kbd>Enter</kbd> {t(words.keysRun)}
          </span>
          <span>
            <kbd>Esc</kbd> {t(words.close)}
          </span>
          <button type="button" onClick={openKeys}>
            {t(keyWords.title)}
          </button>
        </>
      }
    />
  );
}

type Ranked = Result & { readonly rank: number };

/** The heading with the best match comes first; below a heading the order is that of the matches. */
const bestFirst = (results: readonly Ranked[]): Ranked[] => [...results].sort((one, other) => one.rank - other.rank);

const iconOf = (name: string) => <NamedIcon name={name} />;

function screensFound(screens: readonly ScreenResult[], heading: string): Ranked[] {
  return screens.map(({ entry, ...result }) => ({ ...result, heading, icon: iconOf(entry.icon) }));
}

/** Results without a query: recent screens, then favourites. */
function useUsualScreens(screens: readonly ScreenResult[]): Result[] {
  const t = useText();
  const here = canonicalPath(useLocation().pathname);
  const recent = useRecent(({ paths }) => paths);
  const { favourites } = useFavourites();
  const under = (heading: string, keys: readonly string[]): Result[] =>
    keys.flatMap((key) => {
      const known = screens.find(({ entry }) => entry.key === key);
      if (!known) return [];
      const { entry, ...result } = known;
      return [{ ...result, heading, icon: iconOf(entry.icon), note: entry.group && t(entry.group) }];
    });
  const last = under(
    t(words.recent),
    recent.filter((key) => key !== here),
  ).slice(0, RECENT_MOST);
  const shown = new Set(last.map(({ key }) => key));
  return [...last, ...under(t(words.favourites), favourites).filter(({ key }) => !shown.has(key))];
}

function useCommandResults(places: readonly MenuPlace[], query: string): Ranked[] {
  const t = useText();
  const locale = useLocale();
  const matchPinyin = usePinyin(query);
  const commands = useCommands(places);
  const other = locale === 'zh' ? 'en' : 'zh';
  const findable = commands
    .filter(({ isQuiet }) => query.trim() !== '' || !isQuiet)
    .map((command) => ({ command, names: [command.title[locale], command.title[other]], more: command.more ?? [] }));
  return findMatches(findable, query, matchPinyin).map(({ item: { command }, span, rank }) => ({
    key: `command:${command.key}`,
    title: t(command.title),
    span,
    rank,
    icon: <command.icon aria-hidden />,
    heading: t(words.actions),
    choose: () => {
      closeOverlay();
      Promise.resolve(command.run()).catch((error: unknown) => showError(error));
    },
  }));
}

/** The commands available now, computed on each rendering: the palette is open only briefly. */
function useCommands(places: readonly MenuPlace[]): readonly Command[] {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { favourites, toggle } = useFavourites();
  const world: CommandContext = {
    places,
    navigate,
    path: canonicalPath(pathname),
    permissions: useSession((state) => state.permissions),
    locale: useLocale(),
    theme: useThemeKey(),
    isFollowingSystem: usePreferences((preferences) => preferences.followSystem),
    isSidebarCollapsed: usePreferences((preferences) => preferences.isSidebarCollapsed),
    isFullScreen: useIsFullScreen(),
    favourites,
    toggleFavourite: toggle,
  };
  return commandSources.flatMap((source) => source(world));
}
