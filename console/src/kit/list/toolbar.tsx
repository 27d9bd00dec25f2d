import { DeleteOutlined, ExportOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { download } from '../client/download.ts';
import { showError } from '../feedback.tsx';
import { useText } from '../i18n.ts';
import type { ResourcePageOptions, ToolbarAction } from './types.ts';
import type { ResourceAccess } from './use-access.ts';
import type { Action } from './use-actions.tsx';

interface ToolbarProps {
  readonly resource: Resource;
  readonly options: ResourcePageOptions<Resource>;
  readonly access: ResourceAccess;
  readonly add: (() => void) | undefined;
  readonly removal: Action | undefined;
  readonly bulkActions: readonly Action[];
  readonly chosenCount: number;
  readonly onClear: () => void;
  readonly onBulk: (action: Action) => void;
  readonly onImport: () => void;
  readonly onAction: (action: ToolbarAction) => void;
  /** The list call's input: what the export keeps to. */
  readonly exportInput: () => Record<string, unknown>;
  readonly tools: ReactNode;
}

/** Above the table: the primary action, what can be done to the selected rows, and at the right the view tools. */
export function Toolbar(props: ToolbarProps) {
  const { options, access, add, removal } = props;
  const t = useText();
  const { importing, exporting } = options;
  const isAllowed = (action: { call: string; may?: string }) =>
    action.may ? access.may(action.may) : access.mayCall(action.call);
  return (
    <div className="kit-toolbar">
      <div className="kit-toolbar-main">
        {add && (
          <Button type="primary" icon={<PlusOutlined />} onClick={add}>
            {t({ zh: '新增', en: 'Add' })}
          </Button>
        )}
        {options.toolbarActions?.map(
          (action) =>
            access.may(action.may) && (
              <Button
                key={action.key}
                type={action.isPrimary ? 'primary' : 'default'}
                icon={action.icon}
                onClick={() => props.onAction(action)}
              >
                {t(action.label)}
              </Button>
            ),
        )}
        {importing && isAllowed(importing) && (
          <Button icon={<ImportOutlined />} onClick={props.onImport}>
            {t({ zh: '导入', en: 'Import' })}
          </Button>
        )}
        {exporting && isAllowed(exporting) && (
          <ExportButton resource={props.resource} call={exporting.call} input={props.exportInput} />
        )}
        {removal && (
          <Button danger icon={<DeleteOutlined />} onClick={() => props.onBulk(removal)}>
            {t(removal.label)}
          </Button>
        )}
        {props.chosenCount > 0 && (
          <>
            {props.bulkActions.map((action) => (
              <Button key={action.key} danger={action.isDangerous ?? false} onClick={() => props.onBulk(action)}>
                {t(action.label)}
              </Button>
            ))}
            <span className="kit-selected" role="status">
              {t({ zh: '已选 {n} 条', en: '{n} selected' }, { n: props.chosenCount })}
              <Button type="link" size="small" onClick={props.onClear}>
                {t({ zh: '清除', en: 'Clear' })}
              </Button>
            </span>
          </>
        )}
      </div>
      {props.tools}
    </div>
  );
}

function ExportButton({
  resource,
  call,
  input,
}: {
  resource: Resource;
  call: string;
  input: () => Record<string, unknown>;
}) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { current: _current, size: _size, ...filters } = input();
      await download(resource, call, filters);
    } catch (error) {
      showError(error, () => void start());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<ExportOutlined />} loading={isBusy} onClick={() => void start()}>
      {t({ zh: '导出', en: 'Export' })}
    </Button>
  );
}
