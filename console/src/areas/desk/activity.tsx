import { useText } from '../../kit/i18n.ts';
import { Activities } from './activity/activities.tsx';
import { News } from './activity/news.tsx';

/** Activities and announcements for the signed-in user. */
export default function ActivitiesAndNews() {
  const t = useText();
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t({ zh: '活动与公告', en: 'Activities and news' })}</h1>
        <span className="kit-weak">
          {t({ zh: '赠送先于余额使用，不可提现', en: 'Bonus is spent before the balance and cannot be withdrawn' })}
        </span>
      </header>
      <Activities />
      <News />
    </div>
  );
}
