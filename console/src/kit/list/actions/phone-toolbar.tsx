import { DownOutlined, PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useStore } from 'zustand';
import { useText } from '../../i18n.ts';
import { DropButton } from '../../parts/drop-button.tsx';
import { ChosenRows } from '../selection/chosen-rows.tsx';
import { ViewTools } from '../table/view-tools.tsx';
import { type ExportProps, useExport } from './export-button.tsx';
import type { ToolbarProps } from './toolbar-props.ts';

interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly run: () => void;
}

/**
 * Actions of a list at the lower edge of a phone: a button for the most frequent one and a menu for the others. While
 * rows are selected, the button is a bulk action.
 */
export default function PhoneToolbar(props: ToolbarProps) {
  const { exportCall, add, removal, selection, onAction, onBulk, tools } = props;
  const t = useText();
  const hasChosen = useStore(selection, ({ rows }) => rows.size > 0);
  const first = add ? undefined : (props.toolbarActions.find(({ isPrimary }) => isPrimary) ?? props.toolbarActions[0]);
  const ofChosen = [...props.bulkActions, ...(removal ? [removal] : [])].map((action) => ({
    key: action.key,
    label: t(action.label),
    isDangerous: action === removal || (action.isDangerous ?? false),
    run: () => onBulk(action),
  }));
  const further = [
    ...props.toolbarActions
      .filter((action) => action !== first)
      .map((action) => ({ key: action.key, label: t(action.label), run: () => onAction(action) })),
    { key: 'print', label: t({ zh: '打印', en: 'Print' }), run: tools.onPrint },
  ];
  return (
    <div className="kit-toolbar">
      <ChosenRows {...props} />
      <div className="kit-toolbar-main">
        {hasChosen && ofChosen.length > 0 ? (
          <EntriesButton label={t({ zh: '操作', en: 'Actions' })} entries={ofChosen} isPrimary />
        ) : (
          (add || first) && (
            <Button
              type="primary"
              icon={add ? <PlusOutlined aria-hidden /> : first?.icon}
              onClick={add ?? (() => first && onAction(first))}
            >
              {add ? t({ zh: '新增', en: 'Add' }) : first && t(first.label)}
            </Button>
          )
        )}
        {exportCall ? (
          <FurtherWithExport {...props} call={exportCall} input={props.exportInput} entries={further} />
        ) : (
          <EntriesButton label={t({ zh: '更多', en: 'More' })} entries={further} />
        )}
      </div>
      <ViewTools {...tools} isPhone />
    </div>
  );
}

function FurtherWithExport({ entries, ...props }: ExportProps & { readonly entries: readonly MenuEntry[] }) {
  const t = useText();
  const { isBusy, items, start } = useExport(props);
  return (
    <EntriesButton
      label={t({ zh: '更多', en: 'More' })}
      entries={entries}
      isBusy={isBusy}
      exports={{
        items: items.map((group) => ({
          ...group,
          label: (
            <>
              {t({ zh: '导出', en: 'Export' })} · {group.label}
            </>
          ),
        })),
        start,
      }}
    />
  );
}

interface EntriesProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly exports?: Pick<ReturnType<typeof useExport>, 'items' | 'start'>;
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
}

function EntriesButton({ label, entries, exports, isPrimary = false, isBusy = false }: EntriesProps) {
  return (
    <DropButton
      menu={{
        items: [
          ...entries.map(({ key, label, isDangerous = false }) => ({ key, label, danger: isDangerous })),
          ...(exports?.items ?? []),
        ],
        onClick: ({ key }) => {
          const entry = entries.find((one) => one.key === key);
          if (entry) entry.run();
          else exports?.start(key);
        },
      }}
      button={(button) => (
        <Button
          type={isPrimary ? 'primary' : 'default'}
          icon={<DownOutlined aria-hidden />}
          iconPlacement="end"
          loading={isBusy}
          {...(button as object)}
        >
          {label}
        </Button>
      )}
    />
  );
}
