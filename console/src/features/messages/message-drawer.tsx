import Drawer from 'antd/es/drawer';
import { useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { openMessages, useMessageDesk, type View } from './desk.ts';
import { MessageCentre } from './message-centre.tsx';
import { ViewBoundary } from './view-boundary.tsx';

interface MessageDrawerProps {
  /** Null closes the panel. It stays mounted, so that the focus returns to the element that opened it. */
  readonly view: View | null;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** 'My messages' as a panel beside the current page. */
export default function MessageDrawer({ view, onClose, onClosed }: MessageDrawerProps) {
  const t = useText();
  // Keeps its content until it is closed.
  const [shown, setShown] = useState(view);
  if (view && view !== shown) setShown(view);
  const turn = (next: View) => {
    // An answer that comes while it closes does not open it again.
    if (useMessageDesk.getState().view) openMessages(next);
  };
  return (
    <Drawer
      open={view !== null}
      size={Math.min(760, window.innerWidth)}
      title={t({ zh: '我的消息', en: 'My messages' })}
      onClose={onClose}
      afterOpenChange={(isOpen) => isOpen || onClosed()}
    >
      {shown && (
        <ViewBoundary view={shown}>
          <MessageCentre view={shown} onView={turn} onLeave={onClose} />
        </ViewBoundary>
      )}
    </Drawer>
  );
}
