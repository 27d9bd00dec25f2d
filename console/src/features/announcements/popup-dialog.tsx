import { announcement } from '@trade-assistant/contract/areas/app-manage/announcement.ts';
import { announcementLevel } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Modal from 'antd/es/modal';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { useFocusBack } from '../../kit/focus-back.ts';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { AnnouncementText } from './announcement-text.tsx';

export type Popup = CallData<typeof announcement, 'popups', 'in'>[number];

/** The announcements that pop up, one after the other. */
export default function PopupDialog({ popups: [first, ...others] }: { popups: readonly Popup[] }) {
  return first ? <One key={first.id} popup={first} left={others.length} /> : null;
}

/** One announcement. Closing it in any way confirms it: it does not come again. */
function One({ popup, left }: { popup: Popup; left: number }) {
  const t = useText();
  const { isBusy, problem, attempt } = useAttempt();
  useFocusBack();
  const confirm = () =>
    void attempt(async (idempotencyKey) => {
      await call(announcement, 'read', { ids: popup.id }, { idempotencyKey });
      await invalidate(announcement);
    });
  return (
    <Modal
      open
      centered
      width={640}
      mask={{ closable: false }}
      title={
        <span className="kit-dialog-title">
          {popup.level === announcementLevel.is.ordinary ? null : (
            <>
              <DictValue dictionary={announcementLevel} value={popup.level} />{' '}
            </>
          )}
          {t({ zh: popup.title, en: popup.titleEn })}
        </span>
      }
      okText={
        left > 0 ? t({ zh: `知道了，还有 ${left} 条`, en: `Got it, ${left} more` }) : t({ zh: '知道了', en: 'Got it' })
      }
      okButtonProps={{ loading: isBusy, autoFocus: true }}
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={confirm}
      onCancel={confirm}
      styles={{ body: { maxHeight: '60vh', overflow: 'auto' } }}
    >
      <AnnouncementText content={popup.content} contentEn={popup.contentEn} />
      {problem && (
        <p className="kit-bad" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  );
}
