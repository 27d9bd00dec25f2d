import {
  seedAppeal,
  seedOwner,
  seedReport,
  seedTaskStatus,
} from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { seedReportFields } from '@trade-assistant/contract/areas/whatsapp/embedded-task-fields.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { Status } from '../../kit/fields/status.tsx';
import type { ControlProps } from '../../kit/form/control.ts';
import { DictSelect } from '../../kit/form/dict-select.tsx';
import { withInputs, without } from '../../kit/form/values.ts';
import type { PanelSlot } from '../../kit/list/types.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { FlagSwitch } from './embedded-number-task/flag-switch.tsx';
import { flagChanges, type TaskRow } from './embedded-number-task/flags.ts';
import { TaskEvidence, TaskSteps } from './embedded-number-task/task-detail.tsx';

const FlagDialog = lazyWithRetry(() => import('./embedded-number-task/flag-dialog.tsx'));

const { running, timedOut, planned, cancelled } = seedTaskStatus.is;
const { none, filed } = seedAppeal.is;
const { received, missing, different } = seedReport.is;
const reason = (zh: string, en: string) => ({
  reason: textarea({ label: { zh, en }, max: REASON_MAX, required: true }),
});

const reportFields = withInputs(seedReportFields, {
  reportedStatus: (control: ControlProps<number>) => (
    <DictSelect {...control} dictionary={seedReport} only={[received, missing, different]} isClearable={false} />
  ),
});

/** Uses of seed numbers in orders: comparison, review, marks of cheating and appeals. */
export default resourcePage(embeddedNumberTask, {
  leading: [
    ...['taskNo', 'matchResult', 'isApproval', 'isCheat', 'status', 'orderNo', 'countryCode', 'reportedStatus'],
    ...['providerStatus', 'providerName', 'dispatchTime', 'reward'],
  ],
  columns: {
    number: { isHiddenAtFirst: true },
    isCheat: { render: (row) => <FlagSwitch row={row} flag="isCheat" /> },
    isApproval: { render: (row) => <FlagSwitch row={row} flag="isApproval" /> },
  },
  search: (fields) => without(fields, 'orderId', 'appUserId', 'embeddedNumberId'),
  form: {
    fields: (fields, row) => {
      const shown = without(fields, 'orderId');
      return row === null || row.status === planned ? shown : without(shown, 'expectedTemplate', 'expectedSender');
    },
  },
  isRemovable: ({ status }) => status === planned || status === cancelled,
  facts: {
    isCheat: ({ isCheat }) => (
      <Status
        tone={isCheat === 1 ? 'bad' : 'off'}
        words={isCheat === 1 ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' }}
      />
    ),
  },
  notice: (row) => <TaskEvidence row={row} />,
  detail: (row) => <TaskSteps row={row} />,
  rowActions: [
    {
      key: 'report',
      label: { zh: '登记反馈', en: 'Report' },
      permission: 'report',
      isOffered: ({ status, ownerKind, reportedStatus }) =>
        (status === running || status === timedOut) &&
        ownerKind === seedOwner.is.platform &&
        reportedStatus === seedReport.is.none,
      fields: reportFields,
      initial: () => ({}),
      call: 'report',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '反馈已登记', en: 'Report recorded' },
    },
    ...flagChanges.map((change) => ({
      key: change.key,
      label: change.label,
      permission: change.permission,
      isDangerous: change.isDangerous ?? false,
      isOffered: change.isOffered,
      panel: ({ rows, onClose }: PanelSlot<TaskRow>) =>
        rows[0] && <FlagDialog row={rows[0]} change={change} onClose={onClose} />,
    })),
    {
      key: 'appeal',
      label: { zh: '登记申诉', en: 'Record an appeal' },
      permission: 'report',
      isOffered: ({ isCheat, appealStatus }) => isCheat === 1 && appealStatus === none,
      fields: reason('申诉理由', 'Appeal'),
      initial: () => ({}),
      call: 'appeal',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '申诉已登记', en: 'Appeal recorded' },
    },
    {
      key: 'refuse-appeal',
      label: { zh: '驳回申诉', en: 'Reject the appeal' },
      permission: 'cheat',
      isDangerous: true,
      isOffered: ({ appealStatus }) => appealStatus === filed,
      confirm: {
        zh: '维持作弊判定；须由判定人以外的人操作。',
        en: 'The mark stays. Only a person other than the one who marked the task may do this.',
      },
      fields: reason('结论', 'Decision'),
      initial: () => ({}),
      call: 'refuse-appeal',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '申诉已驳回', en: 'Appeal rejected' },
    },
    {
      key: 'lock-account',
      label: { zh: '锁定账号', en: 'Lock accounts' },
      permission: 'lock',
      on: 'both',
      isDangerous: true,
      isOffered: ({ isCheat, ownerKind }) => isCheat === 1 && ownerKind === seedOwner.is.member,
      confirm: (rows) => ({
        zh: `锁定 ${rows.length} 个任务的面板成员账号？余额不变，锁定期间不能提现。`,
        en: `Lock the panel members of ${rows.length} ${rows.length === 1 ? 'task' : 'tasks'}? Balances stay; withdrawals pause meanwhile.`,
      }),
      call: 'lock-account',
      done: (_rows, answer) => {
        const { locked, until } = answer as { locked: number; until: string };
        return {
          zh: `已锁定 ${locked} 个账号，至 ${until}`,
          en: `${locked} ${locked === 1 ? 'account' : 'accounts'} locked until ${until}`,
        };
      },
    },
  ],
  unmentioned: [
    ...['orderId', 'embeddedNumberId', 'providerId', 'appUserId', 'caseId', 'evidence', 'cheatEvidence'],
    ...['number', 'providerStatus', 'reportedStatus', 'matchResult', 'status'],
    ...['cheatReason', 'reportRemark', 'appealReason', 'appealDecision', 'expectedTemplate', 'expectedSender'],
  ],
});
