import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Copyable } from '../fields/copy.tsx';
import { useText } from '../i18n.ts';
import { Pictures } from './pictures.tsx';

interface GalleryProps {
  readonly values: readonly string[];
  /** Addresses of pictures; else ids of files. */
  readonly isPictures: boolean;
  readonly disabled: boolean;
  readonly onChange: (values: readonly string[]) => void;
}

/** Stored files in order, which can be dragged, moved by buttons or Alt with the arrows, and removed. */
export function Gallery({ values, isPictures, disabled, onChange }: GalleryProps) {
  const t = useText();
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Which entry has the keyboard after a move, and which of its buttons. */
  const focus = useRef<readonly [number, number]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the moved file has its new place
  useLayoutEffect(() => {
    const [at, which] = focus.current ?? [];
    focus.current = undefined;
    if (at === undefined) return;
    const buttons = buttonsOf(list.current?.children[at]);
    const wanted = buttons[which ?? 0];
    (wanted?.disabled ? buttons[0] : wanted)?.focus();
  }, [values]);
  const move = (from: number, to: number) => {
    const moved = values[from];
    if (disabled || moved === undefined || to < 0 || to >= values.length) return;
    const which = buttonsOf(list.current?.children[from]).indexOf(document.activeElement as HTMLButtonElement);
    if (which >= 0) focus.current = [to, which];
    onChange(values.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <ul ref={list} className="kit-gallery">
      {values.map((value, at) => {
        const tool = (words: Text, icon: ReactNode, onClick: () => void, isOff = false) => (
          <Button
            type="text"
            size="small"
            icon={icon}
            disabled={disabled || isOff}
            aria-label={t(words, { n: at + 1 })}
            onClick={onClick}
          />
        );
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may occur twice
            key={`${at} ${value}`}
            draggable={!disabled && values.length > 1}
            data-dragged={dragged === at || undefined}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => dragged !== null && move(dragged, at)}
            onKeyDown={(event) => {
              const by = event.altKey ? STEPS[event.key] : undefined;
              if (by === undefined) return;
              event.preventDefault();
              move(at, at + by);
            }}
          >
            {isPictures ? <Pictures addresses={values} only={at} size="record" /> : <Copyable text={value} />}
            <span className="kit-tools">
              {values.length > 1 && tool(words.before, <LeftOutlined aria-hidden />, () => move(at, at - 1), at === 0)}
              {values.length > 1 &&
                tool(words.after, <RightOutlined aria-hidden />, () => move(at, at + 1), at === values.length - 1)}
              {tool(words.remove, <DeleteOutlined aria-hidden />, () => onChange(values.toSpliced(at, 1)))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const words = {
  before: { zh: '将第 {n} 项前移', en: 'Move {n} forward' },
  after: { zh: '将第 {n} 项后移', en: 'Move {n} back' },
  remove: { zh: '移除第 {n} 项', en: 'Remove {n}' },
} as const;

const buttonsOf = (entry: Element | undefined): HTMLButtonElement[] => [...(entry?.querySelectorAll('button') ?? [])];
