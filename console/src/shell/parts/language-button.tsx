import { useLocale, useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { chooseLocale } from '../preferences.ts';
import { words } from '../words.ts';

/** Switches between the two languages; it shows the one it leads to. */
export function LanguageButton() {
  const t = useText();
  const locale = useLocale();
  const other = locale === 'zh' ? 'en' : 'zh';
  return (
    <BarButton
      label={`${t(words.language)}: ${other === 'en' ? 'EN (English)' : '中 (中文)'}`}
      onClick={() => chooseLocale(other)}
    >
      <span lang={other}>{other === 'en' ? 'EN' : '中'}</span>
    </BarButton>
  );
}
