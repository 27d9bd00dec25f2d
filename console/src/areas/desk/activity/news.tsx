import { announcement } from '@trade-assistant/contract/areas/app-manage/announcement.ts';
import { announcementLevel } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { AnnouncementText } from '../../../features/announcements/announcement-text.tsx';
import { LoadedMessage } from '../../../features/messages/reading.tsx';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import styles from './activity.module.css';

/** The announcements of the user; opening one marks it as read. */
export function News() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useCall(announcement, 'current', {});
  const open = search.get('announcement');
  return (
    <section className={styles.part} aria-labelledby="news">
      <h2 id="news">{t({ zh: '公告', en: 'Announcements' })}</h2>
      <LoadedMessage isPending={!data} error={data ? null : error} onRetry={() => void refetch()}>
        {data?.length === 0 && <p className="kit-weak">{t({ zh: '目前没有公告', en: 'No announcements' })}</p>}
        <ul className={styles.news}>
          {data?.map(({ id, title, titleEn, level, top, publishTime, isRead }) => (
            <li key={id}>
              <button type="button" data-unread={!isRead} onClick={() => setSearch({ announcement: id })}>
                <span className={styles.title}>
                  {isRead ? null : <i role="img" aria-label={t({ zh: '未读', en: 'Unread' })} />}
                  {t({ zh: title, en: titleEn })}
                </span>
                <span className="kit-weak">
                  {top === 1 && <>{t({ zh: '置顶', en: 'Pinned' })} · </>}
                  {level === announcementLevel.is.ordinary ? null : (
                    <>
                      <DictValue dictionary={announcementLevel} value={level} /> ·{' '}
                    </>
                  )}
                  <TimeValue wire={publishTime} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </LoadedMessage>
      {open && <Article id={open} onClose={() => setSearch({})} />}
    </section>
  );
}

function Article({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useCall(announcement, 'article', { id });
  const isShown = data !== undefined;
  useEffect(() => {
    // Without a connection it stays unread, and is marked when it is opened again.
    if (isShown)
      call(announcement, 'read', { ids: id })
        .then(() => invalidate(announcement))
        .catch(() => undefined);
  }, [id, isShown]);
  return (
    <SidePanel
      title={data ? t({ zh: data.title, en: data.titleEn }) : t({ zh: '公告', en: 'Announcement' })}
      onClose={onClose}
    >
      <LoadedMessage isPending={!data} error={error} onRetry={() => void refetch()}>
        {data && <AnnouncementText content={data.content} contentEn={data.contentEn} />}
      </LoadedMessage>
    </SidePanel>
  );
}
