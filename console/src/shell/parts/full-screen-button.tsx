import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { toggleFullScreen, useIsFullScreen } from '../full-screen.ts';
import { words } from '../words.ts';

/** The whole screen for the console, and back. Browsers that refuse it (phones, frames) show no button. */
export function FullScreenButton() {
  const t = useText();
  const isFull = useIsFullScreen();
  if (!document.fullscreenEnabled) return null;
  return (
    <BarButton label={t(isFull ? words.fullScreenLeave : words.fullScreen)} onClick={toggleFullScreen}>
      {isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </BarButton>
  );
}
