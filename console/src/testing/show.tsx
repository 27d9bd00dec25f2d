import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { type ReactNode, useEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { cleanup, type RenderResult, render } from 'vitest-browser-react';
import { queryClient } from '../kit/client/query.ts';
import { useSession } from '../kit/client/session.ts';
import { setLocale } from '../kit/i18n.ts';
import { forgetKept } from '../kit/persisted-state.ts';
import { keepPreferences } from '../kit/preferences.ts';
import { KitProvider } from '../kit/provider.tsx';
import { ThemeRoot } from '../kit/theme-root.tsx';
import { setPreferences } from '../shell/preferences.ts';
import { AntdTheme } from '../shell/theme/antd-theme.tsx';
import { ThemeProvider } from '../shell/theme/theme-context.tsx';

interface Setting {
  readonly theme?: 'default' | 'dark';
  readonly locale?: Locale;
  /** The address of the page, with its query. */
  readonly address?: string;
  /** Permissions of the signed-in user; without it no user is signed in. */
  readonly permissions?: readonly string[] | undefined;
}

/** Shows a component as the console would: theme, language, router, server data and messages around it; nothing kept from before. */
export async function show(
  content: ReactNode,
  { theme = 'default', locale = 'zh', address = '/', permissions }: Setting = {},
): Promise<RenderResult> {
  await cleanup();
  queryClient.clear();
  useSession.getState().signOut();
  forgetKept(() => true);
  keepPreferences({ owner: null, values: {}, unsent: [] });
  localStorage.clear();
  sessionStorage.clear();
  setLocale(locale);
  setPreferences({ theme });
  if (permissions) {
    const { signIn, setPermissions } = useSession.getState();
    signIn({ access_token: 'token', refresh_token: 'renew', expires_in: 3600, user_id: '1', account: 'ada' });
    setPermissions(permissions);
  }
  const { promise: drawn, resolve } = Promise.withResolvers<void>();
  const shown = await render(
    <ThemeProvider>
      <AntdTheme>
        <ThemeRoot>
          <MemoryRouter initialEntries={[address]}>
            <KitProvider>
              <main>{content}</main>
              <AfterFirstEffects when={resolve} />
            </KitProvider>
          </MemoryRouter>
        </ThemeRoot>
      </AntdTheme>
    </ThemeProvider>,
  );
  await drawn;
  return shown;
}

/**
 * Reports that its previous siblings were drawn and their first effects have run: React's production build does not
 * wait for that.
 */
function AfterFirstEffects({ when }: { readonly when: () => void }) {
  useEffect(when, [when]);
  return null;
}
