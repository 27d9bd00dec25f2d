import { BALANCE_UPDATE_MAX } from '@trade-assistant/contract/areas/agent/balance-adjustment.ts';
import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { contractForm } from '@trade-assistant/contract/areas/agent/signed-contract.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { money, text, textarea } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { Link } from 'react-router';
import { ERASURE_ASKED, eraseFields, eraseQuestion } from '../../features/erasure/erasure.ts';
import { bookText } from '../../features/payments/amount-due.tsx';
import { useSession } from '../../kit/client/session.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { groupedMoney } from '../../kit/fields/money.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { Nothing } from '../../kit/fields/status.tsx';
import { without } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { PurchaseCheck } from './product/purchase-check.tsx';

const OpenAccount = lazyWithRetry(() => import('./user/open-account.tsx'));
const InviteDialog = lazyWithRetry(() => import('./user/invite-dialog.tsx'));
const DisablePanel = lazyWithRetry(() => import('./user/disable-panel.tsx'));
const AdjustBalance = lazyWithRetry(() => import('../../features/payments/adjust-balance.tsx'));

const { group: _group, ...parentOptions } = agentUser.fields.parentId.options;
const moveFields = {
  parentId: {
    ...agentUser.fields.parentId,
    options: {
      ...parentOptions,
      label: { zh: '新的上级', en: 'New parent' },
      help: {
        zh: '留空则移到顶级；其下级与全部数据一起移动，今后的订单按新上级计返佣',
        en: 'Empty: move to the top level. All sub-accounts and their records move along; later orders earn commission for the new parent',
      },
    },
  },
  reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }),
};

/** One box for an account, a name, a contract number or digits of a phone. */
const keyword = text({ label: { zh: '代理', en: 'Agent' }, max: 64, search: 'like', width: 0 });

type AgentRow = WireRowOf<typeof agentUser>;

const moneyFields = {
  money: money({ label: { zh: '金额', en: 'Amount' }, required: true }),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255 }),
};

/** Returns whether an agent is directly below the user, who may transfer money between the two balances. */
const isRightBelow = ({ parentId }: AgentRow): boolean => parentId === useSession.getState().user?.userId;

const balanceText = (row: AgentRow | undefined): Text | undefined =>
  row && {
    zh: `${row.realName} 的余额：${groupedMoney(row.balance)} ${BOOK_CURRENCY}`,
    en: `Balance of ${row.realName}: ${groupedMoney(row.balance)} ${BOOK_CURRENCY}`,
  };

/** The tree of agents and their sub-users, with their wallets. Searching shows the whole subtree flat. */
export default resourcePage(agentUser, {
  list: 'lazy-page',
  tree: { hasChildren: ({ hasChildren }) => hasChildren === 1, input: (id) => ({ parentId: id }) },
  search: (fields) => ({ keyword, ...without(fields, 'parentId') }),
  leading: ['account', 'realName', 'agentLevel', 'balance', 'frozenBalance', 'status'],
  columns: {
    account: { width: 220 },
    balance: { render: (row) => <WalletLink userId={row.id} kind={walletKind.is.balance} wire={row.balance} /> },
    frozenBalance: {
      render: (row) => <WalletLink userId={row.id} kind={walletKind.is.hold} wire={row.frozenBalance} />,
    },
    phone: { isHiddenAtFirst: true },
    contractDaysLeft: { render: (row) => <ContractDaysLeft days={row.contractDaysLeft} /> },
    spendLimitDay: { render: (row) => <SpentOf limit={row.spendLimitDay} spent={row.spentDay} /> },
    spendLimitMonth: { render: (row) => <SpentOf limit={row.spendLimitMonth} spent={row.spentMonth} /> },
  },
  toolbarActions: [
    {
      key: 'open-account',
      label: { zh: '开户', en: 'Open account' },
      permission: 'add',
      isPrimary: true,
      panel: ({ onClose }) => <OpenAccount onClose={onClose} />,
    },
    {
      key: 'invite',
      label: { zh: '邀请', en: 'Invite' },
      permission: 'add',
      panel: ({ onClose }) => <InviteDialog onClose={onClose} />,
    },
  ],
  transitions: { disable: () => false },
  rowActions: [
    {
      key: 'open-below',
      label: { zh: '开下级', en: 'Add sub-account' },
      permission: 'add',
      isOffered: ({ userType: type, status }) => type === userType.is.agent && status === 1,
      panel: ({ rows: [row], onClose }) => <OpenAccount parent={row} onClose={onClose} />,
    },
    {
      key: 'allocate',
      label: { zh: '拨款', en: 'Allocate' },
      permission: 'allocate',
      isOffered: (row) => isRightBelow(row) && row.status === userStatus.is.active,
      confirm: ([row]) => balanceText(row),
      fields: moneyFields,
      initial: () => ({}),
      call: 'allocate',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: ([row], _answer, values) => ({
        zh: `已给${row?.realName ?? ''}拨款 ${bookText(String(values.money))}`,
        en: `${bookText(String(values.money))} allocated to ${row?.realName ?? ''}`,
      }),
    },
    {
      key: 'reclaim',
      label: { zh: '收回', en: 'Reclaim' },
      permission: 'allocate',
      isOffered: (row) => isRightBelow(row) && row.userType === userType.is.subUser && parseMoney(row.balance) > 0n,
      confirm: ([row]) => balanceText(row),
      fields: moneyFields,
      initial: ([row]) => ({ money: row?.balance }),
      call: 'reclaim',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: ([row], _answer, values) => ({
        zh: `已从${row?.realName ?? ''}收回 ${bookText(String(values.money))}`,
        en: `${bookText(String(values.money))} reclaimed from ${row?.realName ?? ''}`,
      }),
    },
    {
      key: 'contract',
      label: { zh: '合同', en: 'Contract' },
      permission: 'contract',
      isOffered: ({ userType: type }) => type === userType.is.agent,
      fields: contractForm,
      initial: ([row]) => ({ ...row }),
      call: 'contract',
      input: ([row], values) => ({ id: row?.id, version: row?.version, ...values }),
      done: { zh: '合同已保存', en: 'Contract saved' },
    },
    {
      key: 'move',
      label: { zh: '变更上级', en: 'Change parent' },
      permission: 'move',
      isOffered: ({ userType: type }) => type === userType.is.agent,
      fields: moveFields,
      initial: () => ({}),
      call: 'move',
      input: ([row], { parentId, reason }) => ({ id: row?.id, parentId: parentId ?? '0', reason }),
      done: { zh: '上级已变更', en: 'Parent changed' },
    },
    {
      key: 'disable',
      on: 'both',
      label: { zh: '停用', en: 'Disable' },
      permission: 'disable',
      isDangerous: true,
      isOffered: ({ status }) => agentUser.transitions?.['disable']?.from.includes(status) ?? false,
      panel: ({ rows, onClose }) => <DisablePanel users={rows} onClose={onClose} />,
    },
    {
      key: 'erase',
      label: { zh: '注销个人信息', en: 'Erase personal data' },
      permission: 'erase',
      isDangerous: true,
      confirm: eraseQuestion,
      fields: eraseFields,
      call: 'erase',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: ERASURE_ASKED,
    },
    {
      key: 'adjust',
      on: 'both',
      label: { zh: '调账', en: 'Adjust' },
      permission: 'adjust',
      panel: ({ rows, onClose }) => (
        <AdjustBalance
          users={rows.slice(0, BALANCE_UPDATE_MAX)}
          leftOut={rows.length - BALANCE_UPDATE_MAX}
          onClose={onClose}
        />
      ),
    },
  ],
  unmentioned: ['parentId', 'hasChildren', 'ownerPath'],
  notice: ({ id }) => <PurchaseCheck key={id} userId={id} />,
  tabs: [
    {
      key: 'below',
      label: { zh: '下级', en: 'Sub-accounts' },
      isOffered: ({ hasChildren }) => hasChildren === 1,
      list: {
        resource: agentUser,
        call: 'lazy-page',
        filter: ({ id }) => ({ parentId: id }),
        columns: ['account', 'realName', 'userType', 'balance', 'status'],
      },
    },
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
      key: 'orders',
      label: { zh: '商品订单', en: 'Product orders' },
      list: {
        resource: productOrders,
        call: 'order-list',
        path: 'agent/product-order',
        filter: ({ id }) => ({ agentId: id }),
        columns: ['orderNo', 'quantity', 'amount', 'status', 'createTime'],
      },
    },
    {
      key: 'notes',
      label: { zh: '出库单', en: 'Delivery notes' },
      list: {
        resource: outbound,
        filter: ({ id }) => ({ agentId: id }),
        columns: ['outboundNo', 'quantity', 'status', 'createTime'],
      },
    },
  ],
});

/** Days left of an agent's contract; negative after its end. */
function ContractDaysLeft({ days }: { readonly days: number | null | undefined }) {
  const t = useText();
  if (days === null || days === undefined) return <Nothing />;
  if (days < 0)
    return (
      <span className="kit-bad">
        {t({ zh: '已到期 {n} 天', en: 'Ended {n} {n|day|days} ago' }, { n: String(-days) })}
      </span>
    );
  if (days === 0) return <span className="kit-bad">{t({ zh: '今天到期', en: 'Ends today' })}</span>;
  return <span>{t({ zh: '剩余 {n} 天', en: '{n} {n|day|days} left' }, { n: days.toLocaleString('en-US') })}</span>;
}

/** How much of a limit is spent. */
function SpentOf({ limit, spent }: { limit: string | null; spent: string | null }) {
  if (limit === null) return <Nothing />;
  const isReached = Number(spent) >= Number(limit);
  return (
    <span className={isReached ? 'kit-bad' : undefined}>
      <MoneyValue wire={spent ?? '0'} /> / <MoneyValue wire={limit} currency={BOOK_CURRENCY} />
    </span>
  );
}

interface WalletLinkProps {
  readonly userId: string;
  readonly kind: number;
  readonly wire: string;
}

/** A wallet balance, with a link to its movements. */
function WalletLink({ userId, kind, wire }: WalletLinkProps) {
  const canSeeLog = useCan('finance/log:view');
  const amount = <MoneyValue wire={wire} currency={BOOK_CURRENCY} />;
  if (!canSeeLog) return amount;
  return <Link to={`/finance/log/index?userId=${userId}&walletKind=${kind}`}>{amount}</Link>;
}
