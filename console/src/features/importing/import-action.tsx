import ImportOutlined from '@ant-design/icons/ImportOutlined';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { CallName } from '../../kit/client/call.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import type { ToolbarAction } from '../../kit/resource-page.tsx';
import { TASK_PARAMETER } from '../tasks/address-of-task.ts';
import { IMPORT_PARAMETER, openingOf } from './address.ts';
import type { ImportOptions } from './options.ts';

const ImportDialog = lazyWithRetry(() => import('./import-dialog.tsx'));

/** Action above a list that imports a file, for users with the call's permission; `?task=…` opens an earlier import, `?import=…` a
 * new one with some fields filled in. */
export function importAction<R extends Resource>(resource: R, options: ImportOptions<CallName<R>>): ToolbarAction {
  const access = resource.calls[options.call]?.access;
  return {
    key: 'import',
    label: { zh: '导入', en: 'Import' },
    icon: <ImportOutlined aria-hidden />,
    ...(access === undefined ? {} : { permission: access }),
    parameter: [TASK_PARAMETER, IMPORT_PARAMETER],
    panel: ({ value, onClose }) => (
      <ImportDialog resource={resource} options={options} {...openingOf(value)} onClose={onClose} />
    ),
  };
}
