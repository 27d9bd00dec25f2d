import { ExportOutlined } from '@ant-design/icons';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useStore } from 'zustand';
import { download } from '../../client/download.ts';
import { showError } from '../../feedback.tsx';
import { useText } from '../../i18n.ts';
import { DropButton } from '../../parts/drop-button.tsx';
import { type SelectionStore, useSelectionCount } from '../selection/selection.tsx';

interface ExportButtonProps {
  readonly resource: Resource;
  readonly call: string;
  readonly input: () => Record<string, unknown>;
  readonly total: number;
  readonly selection: SelectionStore;
}

/** The whole result as a file, or the chosen rows: made by the server, with the columns being shown. */
export function ExportButton({ resource, call, input, total, selection }: ExportButtonProps) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const hasChosen = useStore(selection, ({ rows }) => rows.size > 0);
  const start = async (format: string, isOfChosen: boolean) => {
    setBusy(true);
    try {
      const { current: _current, size: _size, ...asked } = input();
      const ids = [...selection.getState().rows.keys()].join(',');
      await download(resource, call, { ...asked, format, ...(isOfChosen ? { ids } : {}) });
    } catch (error) {
      showError(error, () => void start(format, isOfChosen));
    } finally {
      setBusy(false);
    }
  };
  const formats = [
    { key: 'xlsx', label: 'Excel (.xlsx)' },
    { key: 'csv', label: 'CSV (.csv)' },
  ];
  return (
    <DropButton
      menu={{
        items: [
          {
            type: 'group',
            key: 'all',
            label: t({ zh: '全部结果 {n} 条', en: 'All {n} results' }, { n: total.toLocaleString('en-US') }),
            children: formats,
          },
          ...(hasChosen
            ? [
                {
                  type: 'group' as const,
                  key: 'chosen',
                  label: <ChosenCount selection={selection} />,
                  children: formats.map(({ key, label }) => ({ key: `chosen-${key}`, label })),
                },
              ]
            : []),
        ],
        onClick: ({ key }) => void start(key.replace('chosen-', ''), key.startsWith('chosen-')),
      }}
      button={(props) => (
        <Button icon={<ExportOutlined aria-hidden />} loading={isBusy} {...(props as object)}>
          {t({ zh: '导出', en: 'Export' })}
        </Button>
      )}
    />
  );
}

/** Alone in following every tick. */
function ChosenCount({ selection }: { selection: SelectionStore }) {
  const t = useText();
  return t({ zh: '已选 {n} 条', en: '{n} selected' }, { n: useSelectionCount(selection) });
}
