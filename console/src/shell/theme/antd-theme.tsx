import ConfigProvider, { type ThemeConfig } from 'antd/es/config-provider';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import { type ReactNode, useMemo } from 'react';
import { useLocale } from '../../kit/i18n.ts';
import { ICON_SETTINGS } from '../../kit/icons/library-icons.tsx';
import { useMedia } from '../../kit/use-media.ts';
import { algorithmOf } from './algorithm.ts';
import { errorTokens } from './error-tokens.ts';
import { type Palette, raisedColour } from './palette.ts';
import { useTheme } from './theme-context.tsx';

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';

const BUTTON = { ...ICON_SETTINGS.button, autoInsertSpace: false };
// The class prefixes that style sheets and keys use.
const DRAWER = { classNames: { section: 'kit-drawer', title: 'kit-dialog-title' } };
const MODAL = { ...ICON_SETTINGS.modal, classNames: { title: 'kit-dialog-title' } };
const SELECT = { ...ICON_SETTINGS.select, classNames: { popup: { root: 'kit-options' } } };

/** Theme, language and motion for Ant Design's components below. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const { palette } = useTheme();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isTouch = useMedia('(pointer: coarse)');
  const config = useMemo(() => configOf(palette, isStill, isTouch), [palette, isStill, isTouch]);
  return (
    <ConfigProvider
      locale={locale === 'zh' ? zhCN : enUS}
      theme={config}
      alert={ICON_SETTINGS.alert}
      modal={MODAL}
      button={BUTTON}
      drawer={DRAWER}
      select={SELECT}
    >
      {children}
    </ConfigProvider>
  );
}

function configOf(palette: Palette, isStill: boolean, isTouch: boolean): ThemeConfig {
  return {
    algorithm: algorithmOf(palette),
    token: {
      colorPrimary: palette.accent,
      colorInfo: palette.accent,
      colorLink: palette.link,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.card,
      ...(palette.dark ? { colorBgBase: palette.ground, colorBgElevated: raisedColour(palette) } : {}),
      // The library's own secondary inks are a little too near to the ground for AA.
      ...(palette.dark
        ? { colorTextDescription: '#a6adb8', colorTextTertiary: '#a6adb8', colorTextPlaceholder: '#959ca8' }
        : { colorTextDescription: '#5c6470', colorTextTertiary: '#646c78', colorTextPlaceholder: '#6b7280' }),
      ...errorTokens(palette),
      // The text of a busy button stays readable.
      opacityLoading: 1,
      fontFamily: FONT,
      fontSize: 14,
      borderRadius: 6,
      controlHeight: isTouch ? 44 : 32,
      controlHeightLG: isTouch ? 48 : 40,
      motion: !isStill,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: {
        primaryColor: palette.onAccent,
        // The library's default would make a hovered button's text too pale.
        defaultHoverColor: palette.link,
        defaultActiveColor: palette.link,
        primaryShadow: 'none',
        defaultShadow: 'none',
        ...(palette.dark ? { dangerColor: '#10151d' } : {}),
      },
      // The days around a month can be chosen, so their text must be readable.
      DatePicker: { colorTextDisabled: palette.dark ? '#959ca8' : '#6b7280' },
      // The accent is a background colour; text on a panel needs the colour of links.
      Tabs: { itemSelectedColor: palette.link, itemHoverColor: palette.link, itemActiveColor: palette.link },
      // Panels are lighter than cards in dark themes: an own background would be visible as a box.
      Tree: { colorBgContainer: 'transparent' },
    },
  };
}
