import { ExportOutlined } from '@ant-design/icons';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { download } from '../../client/download.ts';
import { showError } from '../../feedback.tsx';
import { useText } from '../../i18n.ts';
import { DropButton } from '../../parts/drop-button.tsx';
import { type SelectionStore, useSelectionCount } from '../selection/selection.tsx';

export interface ExportProps {
  readonly resource: Resource;
  readonly call: string;
  readonly input: () => Record<string, unknown>;
  readonly total: number;
  readonly selection: SelectionStore;
}

/** Exports the whole result, or the selected rows: produced by the server, with the visible columns. */
export function ExportButton(props: ExportProps) {
  const t = useText();
  const { isBusy, items, start } = useExport(props);
  return (
    <DropButton
      menu={{ items, onClick: ({ key }) => start(key) }}
      button={(button) => (
        <Button icon={<ExportOutlined aria-hidden />} loading={isBusy} {...(button as object)}>
          {t({ zh: '导出', en: 'Export' })}
        </Button>
      )}
    />
  );
}

/** The menu entries of an export, and a function that starts one by its key. */
export function useExport({ resource, call, input, total, selection }: ExportProps) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const hasChosen = useStore(selection, ({ rows }) => rows.size > 0);
  const run = async (format: string, isOfChosen: boolean) => {
    setBusy(true);
    try {
      const { current: _current, size: _size, ...asked } = input();
      const ids = [...selection.getState().rows.keys()].join(',');
      await download(resource, call, { ...asked, format, ...(isOfChosen ? { ids } : {}) });
    } catch (error) {
      showError(error, () => void run(format, isOfChosen));
    } finally {
      setBusy(false);
    }
  };
  const entriesOf = (group: 'all' | 'chosen', label: ReactNode) => ({
    type: 'group' as const,
    key: group,
    label,
    children: FORMATS.map(({ key, label: format }) => ({ key: `${group}-${key}`, label: format })),
  });
  const all = t({ zh: '全部结果 {n} 条', en: 'All {n} results' }, { n: total.toLocaleString('en-US') });
  return {
    isBusy,
    items: [entriesOf('all', all), ...(hasChosen ? [entriesOf('chosen', <ChosenCount selection={selection} />)] : [])],
    start: (key: string): void => {
      const [group, format = ''] = key.split('-');
      void run(format, group === 'chosen');
    },
  };
}

const FORMATS = [
  { key: 'xlsx', label: 'Excel (.xlsx)' },
  { key: 'csv', label: 'CSV (.csv)' },
];

/** Alone in following every tick. */
function ChosenCount({ selection }: { selection: SelectionStore }) {
  const t = useText();
  return t({ zh: '已选 {n} 条', en: '{n} selected' }, { n: useSelectionCount(selection) });
}
