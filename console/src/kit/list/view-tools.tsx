import {
  ColumnHeightOutlined,
  HolderOutlined,
  ReloadOutlined,
  SearchOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Dropdown from 'antd/es/dropdown';
import Popover from 'antd/es/popover';
import Tooltip from 'antd/es/tooltip';
import { type ReactNode, useState } from 'react';
import { useLocale, useText } from '../i18n.ts';
import { type Arrangement, isShown, moved, NO_ARRANGEMENT, ordered, toggled } from './arrangement.ts';
import type { Column } from './columns.tsx';

export type Density = 'large' | 'medium' | 'small';

interface ViewToolsProps {
  readonly columns: readonly Column[];
  readonly arrangement: Arrangement;
  readonly onArrange: (arrangement: Arrangement) => void;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly isSearchShown: boolean;
  /** Undefined where the list cannot be searched. */
  readonly onToggleSearch?: (() => void) | undefined;
  readonly onRefresh: () => void;
  readonly isRefreshing: boolean;
}

/** The tools at the right of a list: search, refresh, density, columns. */
export function ViewTools(props: ViewToolsProps) {
  const t = useText();
  const densities = [
    { key: 'large', label: t({ zh: '宽松', en: 'Roomy' }) },
    { key: 'medium', label: t({ zh: '适中', en: 'Medium' }) },
    { key: 'small', label: t({ zh: '紧凑', en: 'Compact' }) },
  ];
  return (
    <div className="kit-tools">
      {props.onToggleSearch && (
        <Tool
          label={
            props.isSearchShown ? t({ zh: '隐藏搜索', en: 'Hide search' }) : t({ zh: '显示搜索', en: 'Show search' })
          }
          icon={<SearchOutlined />}
          onClick={props.onToggleSearch}
        />
      )}
      <Tool
        label={t({ zh: '刷新', en: 'Refresh' })}
        icon={<ReloadOutlined spin={props.isRefreshing} />}
        onClick={props.onRefresh}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: densities,
          selectable: true,
          selectedKeys: [props.density],
          onClick: ({ key }) => props.onDensity(key as Density),
        }}
      >
        <Button type="text" icon={<ColumnHeightOutlined />} aria-label={t({ zh: '密度', en: 'Density' })} />
      </Dropdown>
      <Popover trigger="click" placement="bottomRight" content={<ColumnChooser {...props} />}>
        <Button type="text" icon={<SettingOutlined />} aria-label={t({ zh: '列设置', en: 'Columns' })} />
      </Popover>
    </div>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  );
}

function ColumnChooser({ columns, arrangement, onArrange }: ViewToolsProps) {
  const t = useText();
  const locale = useLocale();
  const [dragged, setDragged] = useState<string | null>(null);
  const all = ordered(columns, arrangement);
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
            <HolderOutlined className="kit-weak" />
            <Checkbox checked={isShown(column, arrangement)} onChange={() => onArrange(toggled(column, arrangement))}>
              {column.title[locale]}
            </Checkbox>
          </li>
        ))}
      </ul>
    </div>
  );
}
