import { type CSSProperties, type ReactNode, useState } from 'react';
import { useLocale, useText } from '../../kit/i18n.ts';
import { LanguageButton } from '../../shell/parts/language-button.tsx';
import { Mark } from '../../shell/parts/mark.tsx';
import type { Hex } from '../../shell/theme/contrast.ts';
import { paletteOf } from '../../shell/theme/palette.ts';
import { ThemeButton } from '../../shell/theme/theme-button.tsx';
import { useTheme } from '../../shell/theme/theme-context.tsx';
import { words } from '../../shell/words.ts';
import { LoginIllustration } from './illustration.tsx';
import styles from './login.module.css';
import type { HostTenant } from './sign-in.ts';

const SIZE = 40;

/** The mark and name over the form. */
const Brand = ({ logoUrl, name }: { readonly logoUrl: string | undefined; readonly name: string }) => (
  <div className={styles.brand}>
    <Mark className={styles.mark} url={logoUrl} size={SIZE} />
    <span>{name}</span>
  </div>
);

interface Props {
  /** The tenant of the host; undefined until known. */
  readonly tenant: HostTenant | undefined;
  readonly title: string;
  readonly children: ReactNode;
}

/** Layout of the pages shown before sign-in: a picture, the tenant's mark and name, and a form beside it. */
export function LoginLayout({ tenant, title, children }: Props) {
  const t = useText();
  const { title: name, slogan } = useLook(tenant);
  const colours = useColours(tenant?.accent);
  return (
    <div className={styles.page} style={colours}>
      <aside className={styles.scene} aria-hidden="true">
        <Background url={tenant?.backgroundUrl ?? undefined} />
        <div className={styles.claim}>
          <p className={styles.claimTitle}>{name ?? t(words.product)}</p>
          <p className={styles.claimText}>{slogan ?? t(words.slogan)}</p>
        </div>
      </aside>
      <main className={styles.main}>
        <header className={styles.tools}>
          <LanguageButton />
          <ThemeButton />
        </header>
        <div>
          <Brand logoUrl={tenant?.logoUrl || undefined} name={name ?? (tenant?.tenantName || t(words.product))} />
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}

/** Its own title and slogan in the reader's language, as far as it has them; in the other one rather than none. */
function useLook(tenant: HostTenant | undefined) {
  const locale = useLocale();
  const either = (zh = '', en = '') => (locale === 'en' ? en || zh : zh || en) || undefined;
  return {
    title: either(tenant?.loginTitle, tenant?.loginTitleEn),
    slogan: either(tenant?.slogan, tenant?.sloganEn),
  };
}

/** The tenant's colour on this page, in the shade that can be read on the theme; themes with a colour of their own keep it. */
function useColours(accent: string | undefined): CSSProperties {
  const { theme } = useTheme();
  if (!accent) return {};
  const palette = paletteOf(theme, accent as Hex);
  return { '--accent': palette.accent, '--on-accent': palette.onAccent, '--link': palette.link } as CSSProperties;
}

/** The tenant's picture over the drawn scenery: visible after loading; if loading fails, the scenery stays. */
function Background({ url }: { url: string | undefined }) {
  const [loaded, setLoaded] = useState<string>();
  return (
    <>
      <LoginIllustration />
      {url ? (
        <img
          key={url}
          className={styles.photo}
          src={url}
          alt=""
          decoding="async"
          data-loaded={loaded === url}
          onLoad={() => setLoaded(url)}
        />
      ) : null}
    </>
  );
}
