import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { type RenderResult, render } from 'vitest-browser-react';
import { queryClient } from '../kit/client/query.ts';
import { setLocale } from '../kit/i18n.ts';
import { KitProvider } from '../kit/provider.tsx';
import { ThemeRoot } from '../kit/theme-root.tsx';
import { setPreferences } from '../shell/preferences.ts';
import { AntdTheme } from '../shell/theme/antd-theme.tsx';
import { LookProvider } from '../shell/theme/look.tsx';

interface Setting {
  readonly theme?: 'default' | 'dark';
  readonly locale?: Locale;
  /** The address of the page, with its query. */
  readonly address?: string;
}

/** Shows a component as the console would: theme, language, router, server data and messages around it; nothing kept from before. */
export async function show(
  content: ReactNode,
  { theme = 'default', locale = 'zh', address = '/' }: Setting = {},
): Promise<RenderResult> {
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  setLocale(locale);
  setPreferences({ theme });
  return render(
    <LookProvider>
      <AntdTheme>
        <ThemeRoot>
          <MemoryRouter initialEntries={[address]}>
            <KitProvider>
              <main>{content}</main>
            </KitProvider>
          </MemoryRouter>
        </ThemeRoot>
      </AntdTheme>
    </LookProvider>,
  );
}
