import { notice, noticeCategory } from '@trade-assistant/contract/areas/desk/notice.ts';
import { openMessages } from '../../features/messages/desk.ts';
import { useReadNotices } from '../../features/messages/read-notices.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { useCall } from '../../kit/client/query.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import styles from './notices.module.css';

const NEWEST = 5;

const own = {
  latestNotices: { zh: '最新通知', en: 'Latest notices' },
  allNotices: { zh: '全部通知', en: 'All notices' },
  noNotices: { zh: '发布给所有人的通知会出现在这里', en: 'Notices published to everybody appear here' },
  unread: { zh: '未读', en: 'Unread' },
} as const;

/** The newest notices; unread ones are marked. */
export function LatestNotices() {
  const t = useText();
  const locale = useLocale();
  const read = useReadNotices();
  const { data, error, refetch } = useCall(notice, 'latest', { size: NEWEST });
  return (
    <section className={styles.notices} aria-labelledby="home-notices" aria-busy={!data && !error}>
      <header className={styles.head}>
        <h2 id="home-notices">{t(own.latestNotices)}</h2>
        {data && data.length > 0 ? (
          <Button onClick={() => openMessages({ kind: 'notices' })}>{t(own.allNotices)}</Button>
        ) : null}
      </header>
      {error && !data ? (
        <div className={styles.still} role="alert">
          <p>{messageOf(error)}</p>
          <Button onClick={() => void refetch()}>{t(words.retry)}</Button>
        </div>
      ) : null}
      {data?.length === 0 ? <p className={styles.still}>{t(own.noNotices)}</p> : null}
      <ul>
        {data?.map(({ id, title, category, releaseTime }) => (
          <li key={id}>
            <button type="button" onClick={() => openMessages({ kind: 'notice', id })} data-unread={!read.has(id)}>
              <span className={styles.title}>
                {read.has(id) ? null : <i role="img" aria-label={t(own.unread)} title={t(own.unread)} />}
                {title}
              </span>
              <span className={styles.about}>
                <DictValue dictionary={noticeCategory} value={category} /> ·{' '}
                <time title={releaseTime}>{relativeTime(releaseTime, locale)}</time>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
