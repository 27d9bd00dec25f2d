import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { words } from '../words.ts';
import styles from './top-bar-more.module.css';

/**
 * The items that do not fit into the bar, as a list with their labels. It stays mounted while closed, so that counts
 * stay current.
 */
export function TopBarMore({ children }: { children: ReactNode }) {
  const t = useText();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // It is in the browser's top layer: a panel opened by an item would be below it.
  const chosen = ({ target }: MouseEvent<HTMLElement>) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const isItem = button?.closest('[popover]') === panel.current && !button?.hasAttribute('popovertarget');
    if (isItem) panel.current?.hidePopover();
  };
  return (
    <>
      <BarButton label={t(words.barMore)} popoverTarget={id} aria-expanded={isOpen}>
        <MoreOutlined aria-hidden />
      </BarButton>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only listens to the buttons inside, which keys press too */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        data-bar="list"
        onClick={chosen}
        onToggle={(event) => event.target === event.currentTarget && setOpen(event.newState === 'open')}
      >
        {children}
      </div>
    </>
  );
}
