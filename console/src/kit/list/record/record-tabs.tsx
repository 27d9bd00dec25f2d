import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import Tabs from 'antd/es/tabs';
import type { ReactNode } from 'react';
import { useText } from '../../i18n.ts';
import { useCanAny } from '../../permission.tsx';
import type { RecordTab, Row } from '../types.ts';
import { ChildRows, childCall } from './child-rows.tsx';

export interface RecordTabsProps {
  readonly row: Row;
  readonly tabs: readonly RecordTab<Row>[];
  /** Undefined for the facts. */
  readonly tab: string | undefined;
  readonly onTab: (tab: string | undefined) => void;
  /** The facts. */
  readonly children: ReactNode;
}

const FACTS = 'facts';

/** The facts of a record and its related lists as tabs. Only the visible tab fetches. */
export default function RecordTabs({ row, tabs, tab, onTab, children }: RecordTabsProps) {
  const t = useText();
  const can = useCanAny();
  const offered = tabs.filter((one) => {
    if ((one.permission && !can(one.permission)) || one.isOffered?.(row) === false) return false;
    if (!('list' in one)) return true;
    const { resource } = one.list;
    const access = resource.calls[childCall(one.list)]?.access ?? '';
    return access === 'signed-in' || can(`${resource.name}:${access}`);
  });
  const shown = offered.some(({ key }) => key === tab) ? (tab ?? FACTS) : FACTS;
  return (
    <Tabs
      activeKey={shown}
      onChange={(key) => onTab(key === FACTS ? undefined : key)}
      destroyOnHidden
      more={{ icon: <EllipsisOutlined aria-label={t({ zh: '更多', en: 'More' })} /> }}
      onKeyDown={(event) => {
        // Arrow keys here change the tab, not the record.
        if (event.key.startsWith('Arrow') && (event.target as Element).role === 'tab') event.preventDefault();
      }}
      items={[
        { key: FACTS, label: t({ zh: '详情', en: 'Details' }), children },
        ...offered.map((one) => ({
          key: one.key,
          label: t(one.label),
          // Another record starts with the first page and the default order.
          children: 'list' in one ? <ChildRows key={row.id} list={one.list} row={row} /> : one.render(row),
        })),
      ]}
    />
  );
}
