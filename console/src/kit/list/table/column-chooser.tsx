import { HolderOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useLocale, useText } from '../../i18n.ts';
import { type Arrangement, isShown, moved, NO_ARRANGEMENT, ordered, toggled } from './arrangement.ts';
import type { Column } from './columns.tsx';
import './column-chooser.css';

interface ColumnChooserProps {
  readonly columns: readonly Column[];
  readonly arrangement: Arrangement;
  /** Columns hidden for lack of room. */
  readonly folded: readonly string[];
  readonly onArrange: (arrangement: Arrangement) => void;
}

/** Which columns are shown and in which order: by mouse, or with the arrows on a column's box. */
export default function ColumnChooser({ columns, arrangement, folded, onArrange }: ColumnChooserProps) {
  const t = useText();
  const locale = useLocale();
  const [dragged, setDragged] = useState<string | null>(null);
  const all = ordered(columns, arrangement);
  const isOneShown = all.filter((column) => isShown(column, arrangement)).length === 1;
  const move = (name: string, to: number) => onArrange(moved(columns, arrangement, name, to));
  return (
    <div className="kit-chooser">
      <div className="kit-chooser-head">
        <span className="kit-weak">{t({ zh: '拖动或按 ↑ ↓ 排序', en: 'Drag, or press ↑ ↓' })}</span>
        <Button type="link" size="small" onClick={() => onArrange(NO_ARRANGEMENT)}>
          {t({ zh: '恢复默认', en: 'Reset' })}
        </Button>
      </div>
      <ul>
        {all.map((column, index) => (
          <li
            key={column.name}
            draggable
            data-dragged={dragged === column.name || undefined}
            onDragStart={() => setDragged(column.name)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged && dragged !== column.name) move(dragged, index);
            }}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
              if (step === 0) return;
              event.preventDefault();
              move(column.name, index + step);
            }}
          >
            <HolderOutlined aria-hidden className="kit-weak" />
            <Checkbox
              checked={isShown(column, arrangement) && !folded.includes(column.name)}
              indeterminate={folded.includes(column.name)}
              // Rows without any column could not be distinguished.
              disabled={isOneShown && isShown(column, arrangement)}
              onChange={() => onArrange(toggled(column, arrangement, folded.includes(column.name)))}
            >
              {column.title[locale]}
              {folded.includes(column.name) && <span className="kit-weak"> {t({ zh: '已隐藏', en: 'hidden' })}</span>}
            </Checkbox>
          </li>
        ))}
      </ul>
    </div>
  );
}
