import StarFilled from '@ant-design/icons/StarFilled';
import StarOutlined from '@ant-design/icons/StarOutlined';
import { Link } from 'react-router';
import { useLocale, useText } from '../../kit/i18n.ts';
import { NamedIcon } from '../../kit/icons/named-icon.tsx';
import { useFavourites } from '../../shell/favourites.ts';
import '../../kit/icons/page-icons.ts';
import { HOME_PATH, leafPlaces, type MenuPlace, titleIn } from '../../shell/navigation/menu.ts';
import { useRecent } from '../../shell/recent.ts';
import { words } from '../../shell/words.ts';
import styles from './home.module.css';

/** Cards in one line; older pages are in the menu. */
const RECENT_MOST = 6;

interface Group {
  readonly key: string;
  readonly title: string;
  readonly links: readonly MenuPlace[];
  readonly hint?: string;
}

/** Links to all permitted pages: favourites, recent pages, then the whole menu. */
export function QuickLinks({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const groups = useGroups(places);
  const { favourites, toggle } = useFavourites();
  return (
    <nav className={styles.groups} aria-label={t(words.quickLinks)}>
      {groups.map(({ key, title, links, hint }) => (
        <section key={key}>
          <h2 className={styles.group}>{title}</h2>
          {links.length === 0 ? <p className={styles.hint}>{hint}</p> : null}
          <ul className={styles.links}>
            {links.map((place) => (
              <li key={place.key} className={styles.card}>
                <QuickLink place={place} />
                <Star place={place} isStarred={favourites.includes(place.key)} onToggle={() => toggle(place.key)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function useGroups(places: readonly MenuPlace[]): Group[] {
  const t = useText();
  const locale = useLocale();
  const recent = useRecent(({ paths }) => paths);
  const { favourites } = useFavourites();
  const all = leafPlaces(places).filter(({ key, target }) => key !== HOME_PATH && target?.kind !== 'window');
  const named = (keys: readonly string[]) => keys.flatMap((key) => all.find((place) => place.key === key) ?? []);
  const latest = named(recent).slice(0, RECENT_MOST);
  const top = places.filter(({ key }) => key !== HOME_PATH);
  const alone = all.filter((place) => top.includes(place));
  return [
    { key: 'favourites', title: t(words.favourites), links: named(favourites), hint: t(words.favouritesHint) },
    ...(latest.length > 0 ? [{ key: 'recent', title: t(words.recent), links: latest }] : []),
    ...top
      .filter(({ target }) => target === undefined)
      .map((group) => ({
        key: group.key,
        title: titleIn(group.title, locale),
        links: all.filter((place) => leafPlaces(group.children).includes(place)),
      })),
    // Entries without a group come last, together.
    ...(alone.length > 0 ? [{ key: 'alone', title: t(words.otherLinks), links: alone }] : []),
  ];
}

function QuickLink({ place: { key, title, icon } }: { place: MenuPlace }) {
  const locale = useLocale();
  return (
    <Link className={styles.link} to={key}>
      <span className={styles.icon} aria-hidden="true">
        <NamedIcon name={icon} />
      </span>
      {titleIn(title, locale)}
    </Link>
  );
}

function Star({ place, isStarred, onToggle }: { place: MenuPlace; isStarred: boolean; onToggle: () => void }) {
  const t = useText();
  const locale = useLocale();
  const name = titleIn(place.title, locale);
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={t(words.star, { name })}
      title={t(isStarred ? words.unstar : words.star, { name })}
      onClick={onToggle}
    >
      {isStarred ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
    </button>
  );
}
