import { isView, type View } from '../../features/messages/desk.ts';
import { MessageCentre } from '../../features/messages/message-centre.tsx';
import { useText } from '../../kit/i18n.ts';
import { usePersistedState } from '../../kit/persisted-state.ts';

const nothing = () => undefined;

/** The user's messages as a page, for users who work with them all day. */
export default function MessagePage() {
  const t = useText();
  const [view, setView] = usePersistedState<View>('view', { kind: 'received' }, isView);
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t({ zh: '我的消息', en: 'My messages' })}</h1>
        <span className="kit-weak">
          {t({ zh: '收到的、发出的，以及通知', en: 'Inbox, sent messages and notices' })}
        </span>
      </header>
      <MessageCentre view={view} onView={setView} onLeave={nothing} />
    </div>
  );
}
