import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Suspense, useEffect } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { useText } from '../../kit/i18n.ts';
import { useKeys } from '../../kit/keys.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { useIsRoomy } from '../../kit/use-media.ts';
import type { BarItemProps } from '../layout/bar-item.ts';
import { words } from '../words.ts';
import { closeOverlay, openKeys, openPalette, openSearch, useOverlay } from './overlays.ts';
import { TopSearch } from './top-search.tsx';

const MenuSearch = lazyWithRetry(() => import('./menu-search.tsx'));
const Palette = lazyWithRetry(() => import('../palette/palette.tsx'));
const KeyHelp = lazyWithRetry(() => import('../keys/key-help.tsx'));

/**
 * Search for screens by name: a box where there is room, else a button; and Ctrl/⌘ K everywhere. Also opens the list of
 * keys with ?.
 */
export function SearchItem({ places }: BarItemProps) {
  const t = useText();
  const isRoomy = useIsRoomy();
  const open = useOverlay((state) => state.open);
  usePaletteKey();
  // A Chinese input method writes the wide one.
  useKeys({ '?': openKeys, '？': openKeys }, 'drawer');
  return (
    <>
      {isRoomy ? (
        <TopSearch places={places} />
      ) : (
        <BarButton label={t(words.search)} onClick={openSearch}>
          <SearchOutlined aria-hidden />
        </BarButton>
      )}
      <DialogLoadBoundary onFailed={closeOverlay}>
        <Suspense>
          {open === 'search' ? <MenuSearch places={places} /> : null}
          {open === 'palette' ? <Palette places={places} /> : null}
          {open === 'keys' ? <KeyHelp /> : null}
        </Suspense>
      </DialogLoadBoundary>
    </>
  );
}

function usePaletteKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isIt =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isIt) return;
      // The browser would go to its own search box.
      event.preventDefault();
      if (useOverlay.getState().open === 'palette') closeOverlay();
      else openPalette();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      closeOverlay();
    };
  }, []);
}
