import { checkPause, checkStatus, deeperKinds } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { TaskState } from '../../../features/list-tasks/task-progress.tsx';
import { Part, taskTabs } from '../../../features/list-tasks/task-tabs.tsx';
import { downloadWithProgress } from '../../../kit/client/use-download.ts';
import { lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../../kit/resource-page.tsx';
import { CheckProgress } from './check-progress.tsx';

const NewCheck = lazyWithRetry(() => import('./new-check.tsx'));
const CheckMoney = lazyWithRetry(() => import('./money.tsx'));
const CheckResults = lazyWithRetry(() => import('./results.tsx'));
const RenewConsent = lazyWithRetry(() => import('./renew-consent.tsx'));
const PayCheck = lazyWithRetry(() => import('./pay-check.tsx'));
const UpgradeCheck = lazyWithRetry(() => import('./upgrade-check.tsx'));

const { reading, queued, running, completed, partly, upgrading, unpaid, purged } = checkStatus.is;
const isOpen = ({ status }: Check) => [reading, queued, running, upgrading, unpaid].some((state) => state === status);
const isRunning = ({ status, isBeingCancelled }: Check) =>
  !isBeingCancelled && (status === running || status === upgrading);
const hasEnded = ({ status }: Check) => status === completed || status === partly;

const PAUSED_BY_PEOPLE: readonly number[] = [checkPause.is.byOwner, checkPause.is.byStaff];

/** Counts that the tab of results shows. */
const COUNTS = [
  ...['vacantCount', 'liveCount', 'suspendedCount', 'noDataCount', 'silentCount', 'riskCount', 'unknownCount'],
];

/** Number checks of a channel: their list, a new one, and the results of each. */
export const checkPage = (given: unknown, filterType: Dictionary) => {
  const resource = given as CheckResource;
  return resourcePage(resource, {
    leading: ['taskName', 'status', 'doneCount', 'countryCode', 'filterType', 'submitCount', 'chargedAmount'],
    columns: {
      status: { width: 190, render: (row) => <TaskState dictionary={checkStatus} task={row} /> },
      waiting: { isHiddenAtFirst: true },
      doneCount: {
        title: { zh: '进度', en: 'Progress' },
        width: 160,
        align: 'left',
        render: (row) => <CheckProgress check={row} />,
      },
    },
    toolbarActions: [
      {
        key: 'new',
        label: { zh: '新建检测', en: 'New check' },
        permission: 'create',
        isPrimary: true,
        panel: ({ onClose }) => <NewCheck resource={resource} filterType={filterType} onClose={onClose} />,
      },
    ],
    rowActions: [
      {
        key: 'pause',
        label: { zh: '暂停', en: 'Pause' },
        permission: 'edit',
        isOffered: (row) => isRunning(row) && row.paused === checkPause.is.none,
        call: 'update',
        input: ([row]) => ({ id: row?.id, action: 'PAUSE' }),
        done: { zh: '已暂停：正在检测的批次完成后停止', en: 'Paused; batches under way still finish' },
      },
      {
        key: 'resume',
        label: { zh: '继续', en: 'Resume' },
        permission: 'edit',
        isOffered: (row) => isRunning(row) && PAUSED_BY_PEOPLE.includes(row.paused),
        call: 'update',
        input: ([row]) => ({ id: row?.id, action: 'RESUME' }),
        done: { zh: '已继续', en: 'Resumed' },
      },
      {
        key: 'renew-consent',
        label: { zh: '补交声明', en: 'Renew declaration' },
        permission: 'edit',
        isOffered: (row) => isRunning(row) && row.paused === checkPause.is.byProgram,
        panel: ({ rows: [row], onClose }) => row && <RenewConsent resource={resource} check={row} onClose={onClose} />,
      },
      {
        key: 'retry-pay',
        label: { zh: '支付', en: 'Pay' },
        permission: 'edit',
        isOffered: (row) => row.status === unpaid && !row.isBeingCancelled,
        panel: ({ rows: [row], onClose }) => row && <PayCheck resource={resource} check={row} onClose={onClose} />,
      },
      {
        key: 'upgrade',
        label: { zh: '升级检测', en: 'Upgrade' },
        permission: 'create',
        isOffered: (row) => hasEnded(row) && deeperKinds(filterType, row.filterType).length > 0,
        panel: ({ rows: [row], onClose }) =>
          row && <UpgradeCheck resource={resource} filterType={filterType} check={row} onClose={onClose} />,
      },
      {
        key: 'download',
        label: { zh: '下载结果', en: 'Download results' },
        permission: 'download',
        isOffered: ({ status, doneCount }) => doneCount > 0 && status !== purged && status !== reading,
        run: async ([row]) => {
          if (row) await downloadWithProgress(resource, 'download', { id: row.id });
        },
      },
      {
        key: 'purge',
        label: { zh: '清除名单', en: 'Delete the list' },
        permission: 'edit',
        isDangerous: true,
        isOffered: (row) => !isOpen(row) && row.status !== purged,
        confirm: ([row]) => ({
          zh: `清除“${row?.taskName}”的号码和结果？清除后无法恢复和下载，统计和费用保留。`,
          en: fill('Delete the numbers and results of “{name}”? This cannot be undone. Counts and money stay.', {
            name: row?.taskName ?? '',
          }),
        }),
        call: 'update',
        input: ([row]) => ({ id: row?.id, action: 'PURGE' }),
        done: { zh: '名单已清除', en: 'The list was deleted' },
      },
      {
        key: 'cancel',
        label: { zh: '取消任务', en: 'Cancel task' },
        permission: 'edit',
        isDangerous: true,
        isOffered: (row) => isOpen(row) && !row.isBeingCancelled,
        confirm: ([row]) => ({
          zh: `取消“${row?.taskName}”？已检测的 ${row?.doneCount ?? 0} 个号码照常计费，其余金额退回。`,
          en: fill(
            'Cancel “{name}”? The {n} {n|number|numbers} checked so far {n|is|are} charged, the rest is returned.',
            {
              name: row?.taskName ?? '',
              n: row?.doneCount ?? 0,
            },
          ),
        }),
        call: 'update',
        input: ([row]) => ({ id: row?.id, status: checkStatus.is.cancelled }),
        done: { zh: '正在取消', en: 'Cancelling' },
      },
    ],
    isRemovable: (row) => !isOpen(row),
    unmentioned: ['ownerId', 'consentId', 'lastFilterType', 'isBeingCancelled', ...COUNTS],
    detail: (row) => <CheckProgress check={row} />,
    tabs: [
      {
        key: 'lines',
        label: { zh: '结果明细', en: 'Results' },
        isOffered: ({ status }) => status !== reading && status !== purged,
        render: (row) => (
          <Part>
            <CheckResults key={row.id} check={row} resource={resource} />
          </Part>
        ),
      },
      ...taskTabs<Check>(resource, (row) => <CheckMoney key={row.id} check={row} />),
    ],
  });
};
