import { type KeyboardEvent, useRef } from 'react';
import { useText } from '../../../kit/i18n.ts';
import styles from './inbox.module.css';

interface CannedListProps {
  readonly replies: readonly {
    readonly id: string;
    readonly shortcut: string;
    readonly title: string;
    readonly content: string;
  }[];
  readonly onUse: (content: string) => void;
}

const SHOWN = 8;

/** Prepared replies above the box: a click, or Tab and Enter, uses one. */
export function CannedList({ replies, onUse }: CannedListProps) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
  };
  return (
    <ul ref={list} className={styles.canned} aria-label={t({ zh: '常用回复', en: 'Saved replies' })} onKeyDown={step}>
      {replies.slice(0, SHOWN).map(({ id, shortcut, title, content }) => (
        <li key={id}>
          <button type="button" onClick={() => onUse(content)}>
            <strong>;{shortcut}</strong> {title}
            <small>{content}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
