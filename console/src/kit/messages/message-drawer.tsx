import Drawer from 'antd/es/drawer';
import { useText } from '../i18n.ts';
import { openMessages, type View } from './desk.ts';
import { MessageCentre } from './message-centre.tsx';

/** 'My messages' at the side of whatever one is doing. */
export default function MessageDrawer({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useText();
  return (
    <Drawer
      open
      size={Math.min(760, window.innerWidth)}
      title={t({ zh: '我的消息', en: 'My messages' })}
      onClose={onClose}
    >
      <MessageCentre view={view} onView={openMessages} onLeave={onClose} />
    </Drawer>
  );
}
