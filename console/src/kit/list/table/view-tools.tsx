import {
  AppstoreOutlined,
  ColumnHeightOutlined,
  PrinterOutlined,
  ProjectOutlined,
  ReloadOutlined,
  SearchOutlined,
  SettingOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { type ButtonHTMLAttributes, type ComponentType, memo, type ReactNode, Suspense } from 'react';
import { useText } from '../../i18n.ts';
import { InlineLoadBoundary } from '../../inline-load-boundary.tsx';
import { lazyWithRetry } from '../../lazy-with-retry.tsx';
import { DropButton } from '../../parts/drop-button.tsx';
import type { ViewedList } from '../saved/saved-views.ts';
import type { View } from '../types.ts';
import type { Arrangement } from './arrangement.ts';
import type { Column } from './columns.tsx';
import type { Density } from './density.ts';
import './view-tools.css';

const ColumnChooser = lazyWithRetry(() => import('./column-chooser.tsx'));

interface ViewToolsProps {
  readonly views: readonly View[];
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly columns: readonly Column[];
  readonly arrangement: Arrangement;
  readonly onArrange: (arrangement: Arrangement) => void;
  /** Columns hidden for lack of room. */
  readonly folded: readonly string[];
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly isSearchShown: boolean;
  /** Undefined where the list cannot be searched. */
  readonly onToggleSearch?: (() => void) | undefined;
  readonly onRefresh: () => void;
  readonly isRefreshing: boolean;
  readonly onPrint: () => void;
  /** The saved views of the list, and the content of their button. */
  readonly viewed?: ViewedList;
  readonly SavedMenu?: ComponentType<{ list: ViewedList; onClose: () => void }>;
  /** Cards have no density, and printing is in the menu of less frequent actions. */
  readonly isPhone?: boolean;
}

const VIEWS = {
  table: { label: { zh: '表格', en: 'Table' }, icon: <TableOutlined aria-hidden /> },
  cards: { label: { zh: '卡片', en: 'Cards' }, icon: <AppstoreOutlined aria-hidden /> },
  board: { label: { zh: '看板', en: 'Board' }, icon: <ProjectOutlined aria-hidden /> },
} as const;

/** The tools at the right of a list: views, search, refresh, density, columns, print. */
export const ViewTools = memo(function ViewTools(props: ViewToolsProps) {
  const t = useText();
  const densities = [
    { key: 'large', label: t({ zh: '宽松', en: 'Roomy' }) },
    { key: 'medium', label: t({ zh: '适中', en: 'Medium' }) },
    { key: 'small', label: t({ zh: '紧凑', en: 'Compact' }) },
  ];
  const { viewed, SavedMenu } = props;
  return (
    <div className="kit-tools">
      {viewed && SavedMenu && (
        <DropButton
          content={(onClose) => (
            <InlineLoadBoundary>
              <Suspense>
                <SavedMenu list={viewed} onClose={onClose} />
              </Suspense>
            </InlineLoadBoundary>
          )}
          button={(button) => (
            <Tool
              label={t({ zh: '视图', en: 'Views' })}
              note={viewed.shown?.name}
              text={viewed.shown?.name ?? t({ zh: '视图', en: 'Views' })}
              {...button}
            />
          )}
        />
      )}
      {props.views.length > 1 &&
        props.views.map((view) => (
          <Tool
            key={view}
            label={t(VIEWS[view].label)}
            icon={VIEWS[view].icon}
            aria-pressed={view === props.view}
            onClick={() => props.onView(view)}
          />
        ))}
      {props.onToggleSearch && (
        <Tool
          label={
            props.isSearchShown ? t({ zh: '隐藏搜索', en: 'Hide search' }) : t({ zh: '显示搜索', en: 'Show search' })
          }
          icon={<SearchOutlined aria-hidden />}
          onClick={props.onToggleSearch}
        />
      )}
      <Tool
        label={t({ zh: '刷新', en: 'Refresh' })}
        icon={<ReloadOutlined aria-hidden spin={props.isRefreshing} />}
        onClick={props.onRefresh}
      />
      {!props.isPhone && (
        <DropButton
          menu={{
            items: densities,
            selectable: true,
            selectedKeys: [props.density],
            onClick: ({ key }) => props.onDensity(key as Density),
          }}
          button={(button) => (
            <Tool label={t({ zh: '密度', en: 'Density' })} icon={<ColumnHeightOutlined aria-hidden />} {...button} />
          )}
        />
      )}
      <DropButton
        content={
          <InlineLoadBoundary>
            <Suspense>
              <ColumnChooser
                columns={props.columns}
                arrangement={props.arrangement}
                folded={props.folded}
                onArrange={props.onArrange}
              />
            </Suspense>
          </InlineLoadBoundary>
        }
        button={(button) => (
          <Tool
            label={t({ zh: '列设置', en: 'Columns' })}
            note={
              props.folded.length > 0
                ? t({ zh: '{n} 列已隐藏', en: '{n} columns hidden' }, { n: props.folded.length })
                : undefined
            }
            icon={<SettingOutlined aria-hidden />}
            data-count={props.folded.length || undefined}
            {...button}
          />
        )}
      />
      {!props.isPhone && (
        <Tool label={t({ zh: '打印', en: 'Print' })} icon={<PrinterOutlined aria-hidden />} onClick={props.onPrint} />
      )}
    </div>
  );
});

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string;
  /** Its current state as text. */
  readonly note?: string | undefined;
  /** Shown instead of an icon, cut where it is long. */
  readonly text?: string | undefined;
  readonly icon?: ReactNode;
}

function Tool({ label, note, text, icon, className = '', ...button }: ToolProps) {
  return (
    <button
      type="button"
      className={`kit-tool ${className}`}
      title={note ? `${label} · ${note}` : label}
      aria-label={label}
      aria-description={note}
      {...button}
    >
      {icon}
      {text && <span className="kit-tool-text">{text}</span>}
    </button>
  );
}
