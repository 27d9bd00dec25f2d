import { BALANCE_UPDATE_MAX } from '@trade-assistant/contract/areas/agent/balance-adjustment.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { appUser, basicAppUsers } from '@trade-assistant/contract/areas/user/app-user.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { ERASURE_ASKED } from '../../features/erasure/erasure.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { reasonField, supportActions } from './app-user/actions.ts';

const AddUser = lazyWithRetry(() => import('./app-user/add-user.tsx'));
const PasswordPanel = lazyWithRetry(() => import('./app-user/password-panel.tsx'));
const AdjustBalance = lazyWithRetry(() => import('../../features/payments/adjust-balance.tsx'));

/** Users of the app: in full, or for support without money and contact data. */
export default function AppUsersPage() {
  return useCan('user/app-user:view') ? <Full /> : <Basics />;
}

const passwordAction = {
  key: 'password',
  label: { zh: '临时密码', en: 'Temporary password' },
  permission: 'password',
} as const;

const HIDDEN = ['agentId', 'teamId'] as const;

const Full = resourcePage(appUser, {
  leading: ['account', 'realName', 'status', 'userKind', 'balance', 'trustScore'],
  unmentioned: [...HIDDEN, 'inviterId', 'createTime'],
  toolbarActions: [
    {
      key: 'add',
      label: { zh: '新增', en: 'Add' },
      permission: 'add',
      isPrimary: true,
      panel: ({ onClose }) => <AddUser onClose={onClose} />,
    },
  ],
  rowActions: [
    ...supportActions,
    {
      ...passwordAction,
      panel: ({ rows: [row], onClose }) => row && <PasswordPanel user={row} onClose={onClose} />,
    },
    {
      key: 'adjust',
      on: 'both',
      label: { zh: '调账', en: 'Adjust' },
      permission: 'adjust',
      panel: ({ rows, onClose }) => (
        <AdjustBalance
          resource={appUser}
          users={rows.slice(0, BALANCE_UPDATE_MAX)}
          leftOut={rows.length - BALANCE_UPDATE_MAX}
          onClose={onClose}
        />
      ),
    },
    {
      key: 'clean',
      label: { zh: '清理账号', en: 'Clean account' },
      permission: 'clean',
      isDangerous: true,
      confirm: {
        zh: '结束全部会话，移除登录设备与收款账户，取消未反馈的任务。有余额或未完结业务时不能清理。',
        en: 'Ends all sessions, removes devices and payees and cancels unreported tasks. Not possible with a balance or open business.',
      },
      fields: { reason: reasonField },
      call: 'clean-account',
      input: ([row], values) => ({ ids: row?.id, ...values }),
      done: ([row]) => ({ zh: `已清理 ${row?.realName ?? ''}`, en: `${row?.realName ?? ''} is cleaned` }),
    },
    {
      key: 'erase',
      label: { zh: '注销个人信息', en: 'Erase personal data' },
      permission: 'erase',
      isDangerous: true,
      confirm: {
        zh: '清理账号，并提交另一人复核：通过后姓名、手机、邮箱与号码被覆盖，不可恢复；账务记录保留。',
        en: 'Cleans the account and asks another person: once approved, name, phone, e-mail and number are erased permanently; financial records are kept.',
      },
      fields: { reason: reasonField },
      call: 'clean-account',
      input: ([row], values) => ({ ids: row?.id, mode: 'ERASE', ...values }),
      done: ERASURE_ASKED,
    },
  ],
  tabs: [
    {
      key: 'money',
      label: { zh: '资金流水', en: 'Finance log' },
      list: {
        resource: financeLog,
        filter: ({ id }) => ({ userId: id }),
        columns: ['createTime', 'financeType', 'direction', 'amount', 'afterAmount'],
        sort: '-createTime',
      },
    },
    {
      key: 'recharges',
      label: { zh: '充值', en: 'Recharges' },
      list: {
        resource: rechargeRecord,
        call: 'page',
        filter: ({ id }) => ({ userId: id }),
        columns: ['rechargeNo', 'amount', 'status', 'createTime'],
      },
    },
    {
      key: 'withdrawals',
      label: { zh: '提现', en: 'Withdrawals' },
      list: {
        resource: withdrawalRecord,
        call: 'page',
        filter: ({ id }) => ({ userId: id }),
        columns: ['withdrawNo', 'amount', 'status', 'createTime'],
      },
    },
    {
      key: 'tasks',
      label: { zh: '嵌入号任务', en: 'Seed number tasks' },
      list: {
        resource: embeddedNumberTask,
        filter: ({ id }) => ({ appUserId: id }),
        columns: ['taskNo', 'reportedStatus', 'matchResult', 'status', 'dispatchTime'],
      },
    },
  ],
});
AppUsersPage.list = Full.list;

const Basics = resourcePage(basicAppUsers, {
  list: 'basics-page',
  leading: ['account', 'realName', 'status', 'userKind', 'trustScore', 'lockUntil'],
  unmentioned: HIDDEN,
  rowActions: [
    ...supportActions,
    {
      ...passwordAction,
      panel: ({ rows: [row], onClose }) => row && <PasswordPanel user={row} onClose={onClose} />,
    },
  ],
});
