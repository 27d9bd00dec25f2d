import { instructionCategory } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { instruction } from '@trade-assistant/contract/areas/app-manage/instruction.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Input, { type InputRef } from 'antd/es/input';
import { type KeyboardEvent, useDeferredValue, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LoadedMessage } from '../../features/messages/reading.tsx';
import { useCall } from '../../kit/client/query.ts';
import { useDictionary } from '../../kit/dictionaries.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { useKeys } from '../../kit/keys.ts';
import { CLEAR } from '../../kit/parts/clear-icon.tsx';
import { Article } from './help/article.tsx';
import styles from './help/help.module.css';

type Found = CallData<typeof instruction, 'articles', 'in'>[number];

/** The help centre: articles by category, found by their words, read with the keyboard. */
export default function HelpCentre() {
  const t = useText();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const box = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  const keyword = search.get('q') ?? '';
  const screen = search.get('screen');
  const open = search.get('article');
  const asked = useDeferredValue(keyword.trim());
  const { data, error, refetch } = useCall(instruction, 'articles', { keyword: asked }, { keepPrevious: true });
  const found = data?.filter(({ screens }) => !screen || screens?.includes(screen));
  const only = screen && found?.length === 1 ? found[0]?.id : null;
  const type = (value: string) => setSearch(value ? { q: value } : {}, { replace: true });
  useKeys({ '/': () => box.current?.focus() });
  const step = (event: KeyboardEvent, by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    event.preventDefault();
    if (at + by < 0) box.current?.focus();
    else links[at + by]?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(event, 1);
    if (event.key === 'ArrowUp') step(event, -1);
  };
  const shown = open ?? only;
  if (shown)
    return (
      <div className="kit-page">
        <Article id={shown} back={screen && !only ? { screen } : keyword ? { q: keyword } : {}} />
      </div>
    );
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t({ zh: '帮助中心', en: 'Help centre' })}</h1>
        <span className="kit-weak">
          {t({ zh: '按 / 搜索，用上下键选择', en: 'Press / to search, and the arrow keys to choose' })}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the box and the links, which have the roles */}
      <div className={styles.centre} onKeyDown={onKey}>
        <search>
          <Input
            ref={box}
            size="large"
            type="search"
            maxLength={64}
            allowClear={CLEAR}
            aria-label={t({ zh: '搜索帮助', en: 'Search help' })}
            placeholder={t({ zh: '搜索标题和正文', en: 'Search titles and texts' })}
            value={keyword}
            onChange={({ target }) => type(target.value)}
          />
        </search>
        {screen && (
          <p>
            <Link to="/desk/help/index">{t({ zh: '全部说明', en: 'All articles' })}</Link>
          </p>
        )}
        <LoadedMessage isPending={!data} error={data ? null : error} onRetry={() => void refetch()}>
          <div ref={list} lang={locale}>
            <Results found={found ?? []} keyword={asked} />
          </div>
        </LoadedMessage>
      </div>
    </div>
  );
}

/** Articles in the order of the search, or by category. */
function Results({ found, keyword }: { found: readonly Found[]; keyword: string }) {
  const t = useText();
  const locale = useLocale();
  const categories = Object.values(useDictionary(instructionCategory).entries);
  if (found.length === 0)
    return (
      <p className="kit-weak" role="status">
        {keyword
          ? t({ zh: `没有找到“${keyword}”，换个词试试`, en: `Nothing found for “${keyword}”; try other words` })
          : t({ zh: '还没有使用说明', en: 'No articles yet' })}
      </p>
    );
  if (keyword) return <Links articles={found} keyword={keyword} />;
  return categories.map((category) => {
    const articles = found.filter((article) => article.category === category.value);
    if (articles.length === 0) return null;
    return (
      <section key={category.value} className={styles.category} aria-label={category[locale]}>
        <h2>{category[locale]}</h2>
        <Links articles={articles} keyword="" />
      </section>
    );
  });
}

const Links = ({ articles, keyword }: { articles: readonly Found[]; keyword: string }) => (
  <ul className={styles.links}>
    {articles.map(({ id, title, excerpt }) => (
      <li key={id}>
        <Link to={`/desk/help/index?${new URLSearchParams({ ...(keyword ? { q: keyword } : {}), article: id })}`}>
          <span>{title}</span>
          <span className="kit-weak">{excerpt}</span>
        </Link>
      </li>
    ))}
  </ul>
);
