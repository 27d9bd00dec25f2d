import DownOutlined from '@ant-design/icons/DownOutlined';
import Dropdown from 'antd/es/dropdown';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../kit/i18n.ts';
import { NamedIcon } from '../../kit/icons/named-icon.tsx';
import { useIsNarrow } from '../../kit/use-media.ts';
import scroll from '../parts/horizontal-scroll.module.css';
import { useHorizontalScroll } from '../parts/use-horizontal-scroll.ts';
import { words } from '../words.ts';
import styles from './top-menu.module.css';
import { chooseTopMenu, useTopMenus } from './top-menu-choice.ts';

/** Home and the server's top menus. Choosing one changes the side menu; home also leads home. */
export function TopMenu() {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const { items, chosen } = useTopMenus();
  const entries = [
    { id: null, label: t(words.home), icon: 'HomeOutlined' },
    ...items.map(({ id, name, nameEn, source }) => ({ id, label: (locale === 'en' && nameEn) || name, icon: source })),
  ];
  const choose = (id: string | null) => {
    chooseTopMenu(id);
    if (id === null) void navigate('/');
  };
  if (items.length === 0) return null;
  if (!isNarrow) return <Strip entries={entries} chosen={chosen} onChoose={choose} />;
  const current = entries.find(({ id }) => id === chosen);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [chosen ?? ''],
        items: entries.map(({ id, label, icon }) => ({ key: id ?? '', label, icon: <NamedIcon name={icon} /> })),
        onClick: ({ key }) => choose(key || null),
      }}
    >
      <button type="button" className={styles.current} aria-label={`${t(words.topMenu)}: ${current?.label}`}>
        <span>{current?.label}</span>
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  );
}

interface StripProps {
  readonly entries: readonly { readonly id: string | null; readonly label: string; readonly icon: string }[];
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** Side by side; scrolls sideways without room for all, the chosen one always visible. */
function Strip({ entries, chosen, onChoose }: StripProps) {
  const t = useText();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector(`[data-id="${CSS.escape(chosen ?? '')}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  useHorizontalScroll(strip, entries.map(({ label }) => label).join());
  return (
    <nav ref={strip} className={`${styles.strip} ${scroll.strip}`} aria-label={t(words.topMenu)}>
      {entries.map(({ id, label, icon }) => (
        <button
          key={id}
          type="button"
          className={styles.item}
          data-id={id ?? ''}
          aria-current={id === chosen}
          onClick={() => onChoose(id)}
        >
          <NamedIcon name={icon} />
          <span>{label}</span>
        </button>
      ))}
    </nav>
  );
}
