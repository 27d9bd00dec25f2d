import { dictionary } from '../../kit/dictionary.ts';
import type { Text } from '../../kit/locale.ts';

/** To whom a message went. */
export const messageType = dictionary('message_type', {
  ordinary: { value: 1, zh: '普通消息', en: 'Message' },
  department: { value: 2, zh: '部门广播', en: 'Department broadcast' },
  approval: { value: 3, zh: '审批消息', en: 'Approval' },
  role: { value: 4, zh: '角色广播', en: 'Role broadcast' },
});

/** The wire's numbers are the other way round from what the name `isRead` suggests: 1 is unread. */
export const messageRead = dictionary('message_read', {
  unread: { value: 1, zh: '未读', en: 'Unread', tone: 'attention' },
  read: { value: 0, zh: '已读', en: 'Read', tone: 'off' },
});

export const messageLevels = ['info', 'success', 'warning', 'error'] as const;
export type MessageLevel = (typeof messageLevels)[number];

/**
 * What the program itself tells people. The Chinese title is what travels, in every language (integrations compare it);
 * consoles show the title of the key in their own. Holes are filled from the message's parameters.
 */
export interface MessageTemplate {
  readonly title: Text;
  readonly content: Text;
  readonly type: 1 | 3;
  readonly level: MessageLevel;
}

export const messageTemplates = {
  RECHARGE_SUBMITTED: {
    title: { zh: '充值提醒', en: 'Recharge submitted' },
    content: {
      zh: '{user} 提交了充值 {amount}，请审核',
      en: '{user} submitted a recharge of {amount}; please review it',
    },
    type: 3,
    level: 'warning',
  },
  RECHARGE_PASSED: {
    title: { zh: '充值到账', en: 'Recharge credited' },
    content: { zh: '您的充值 {amount} 已到账', en: 'Your recharge of {amount} has been credited' },
    type: 1,
    level: 'success',
  },
  RECHARGE_REJECTED: {
    title: { zh: '充值驳回', en: 'Recharge refused' },
    content: { zh: '您的充值 {amount} 未通过：{reason}', en: 'Your recharge of {amount} was refused: {reason}' },
    type: 1,
    level: 'error',
  },
  WITHDRAW_SUBMITTED: {
    title: { zh: '提现提醒', en: 'Withdrawal submitted' },
    content: { zh: '{user} 申请提现 {amount}，请审核', en: '{user} asked to withdraw {amount}; please review it' },
    type: 3,
    level: 'warning',
  },
  WITHDRAW_TODO: {
    title: { zh: '提现待复核', en: 'Withdrawal to check' },
    content: {
      zh: '{user} 的提现 {amount}（{no}）超过单人审核额度，请复核',
      en: 'The withdrawal {no} of {user}, {amount}, is beyond what one person may pay; please approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  WITHDRAW_PAID: {
    title: { zh: '提现已打款', en: 'Withdrawal paid' },
    content: { zh: '您的提现已打款，到账 {amount}', en: 'Your withdrawal has been paid: {amount} was sent' },
    type: 1,
    level: 'success',
  },
  WITHDRAW_REFUSED: {
    title: { zh: '提现被驳回', en: 'Withdrawal turned down' },
    content: {
      zh: '您的提现 {amount} 未通过，金额已退回：{reason}',
      en: 'Your withdrawal of {amount} was turned down and the money is back in your wallet: {reason}',
    },
    type: 1,
    level: 'error',
  },
  WITHDRAW_RETURNED: {
    title: { zh: '提现被退回', en: 'Withdrawal returned' },
    content: {
      zh: '您的提现 {amount} 被收款方退回，款项已回到您的账户：{reason}',
      en: 'Your withdrawal of {amount} came back from the payee and is in your wallet again: {reason}',
    },
    type: 1,
    level: 'warning',
  },
  WITHDRAW_MOVED: {
    title: { zh: '提现已转入余额', en: 'Withdrawal moved to balance' },
    content: {
      zh: '您的佣金提现 {amount} 已转入可用余额',
      en: 'Your withdrawal of {amount} from brokerage was moved to your balance',
    },
    type: 1,
    level: 'info',
  },
  PAYOUT_FAILED: {
    title: { zh: '代付失败', en: 'Payout failed' },
    content: {
      zh: '{user} 的提现 {no}（{amount}）代付失败，请重新处理',
      en: 'The payout of {no} ({amount}) to {user} failed; please decide again',
    },
    type: 3,
    level: 'error',
  },
  PAYOUT_SILENT: {
    title: { zh: '代付长时间无结果', en: 'No word about a payout' },
    content: {
      zh: '{user} 的提现 {no}（{amount}）代付已一天没有结果，请联系通道',
      en: 'A day has passed without a result for the payout of {no} ({amount}) to {user}; please ask the channel',
    },
    type: 3,
    level: 'error',
  },
  PAYOUT_CONFLICT: {
    title: { zh: '代付结果矛盾', en: 'A payout contradicts itself' },
    content: {
      zh: '通道对提现 {no}（{user}，{amount}）的通知与系统中的结果不符，款项可能重复支付，请立即核对',
      en: 'What the channel tells about {no} ({user}, {amount}) contradicts how it ended here; it may have been paid twice. Please check at once',
    },
    type: 3,
    level: 'error',
  },
  LOW_BALANCE: {
    title: { zh: '余额不足提醒', en: 'Low balance' },
    content: { zh: '可用余额仅剩 {amount}，请及时充值', en: 'Only {amount} is left; please recharge in time' },
    type: 1,
    level: 'warning',
  },
  BALANCE_ADJUSTED: {
    title: { zh: '余额变动', en: 'Balance adjusted' },
    content: { zh: '您的余额已调整 {amount}', en: 'Your balance was adjusted by {amount}' },
    type: 1,
    level: 'info',
  },
  TASK_DONE: {
    title: { zh: '任务完成', en: 'Task finished' },
    content: { zh: '{task} 已完成', en: '{task} has finished' },
    type: 1,
    level: 'success',
  },
  ORDER_EXCEPTION: {
    title: { zh: '订单异常', en: 'Order exception' },
    content: { zh: '订单 {order} 异常：{reason}', en: 'Order {order} has a problem: {reason}' },
    type: 1,
    level: 'error',
  },
  STOCK_ZERO: {
    title: { zh: '零库存提醒', en: 'Out of stock' },
    content: { zh: '{country} 已无可售库存', en: 'Nothing left to sell in {country}' },
    type: 1,
    level: 'warning',
  },
  NUMBER_DEAD: {
    title: { zh: '号码失效', en: 'Numbers out of service' },
    content: { zh: '{count} 个号码已失效', en: '{count} numbers are out of service' },
    type: 1,
    level: 'warning',
  },
  ACCOUNT_LOCKED: {
    title: { zh: '账号锁定', en: 'Account locked' },
    content: { zh: '账号 {account} 已被锁定', en: 'The account {account} has been locked' },
    type: 1,
    level: 'warning',
  },
  REGISTRATION_SUBMITTED: {
    title: { zh: '注册待审核', en: 'Registration to approve' },
    content: {
      zh: '{user} 通过第三方登录注册了账号，请审核',
      en: '{user} registered after signing in with a provider; please approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  INVITED_REGISTERED: {
    title: { zh: '邀请的代理已注册', en: 'Somebody registered with your code' },
    content: {
      zh: '{user} 使用您的邀请码注册，管理员审核通过后即可使用',
      en: '{user} registered with your invite code and can sign in once an administrator has approved it',
    },
    type: 1,
    level: 'info',
  },
  AGENT_REGISTERED: {
    title: { zh: '代理注册待审核', en: 'Agent to approve' },
    content: {
      zh: '{user} 受 {inviter} 邀请注册为代理，请审核',
      en: '{user} registered as an agent, invited by {inviter}; please approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  SECOND_FACTOR_RESET: {
    title: { zh: '两步验证已重置', en: 'Two-factor sign-in was reset' },
    content: {
      zh: '管理员已取消您账号的两步验证：{reason}。请在登录安全中重新开启',
      en: 'An administrator took the second factor off your account: {reason}. Please set it up again under sign-in security',
    },
    type: 1,
    level: 'warning',
  },
  AGENT_MOVED: {
    title: { zh: '代理上级已变更', en: 'An agent was moved' },
    content: {
      zh: '{agent} 的上级已变更为 {parent}：{reason}',
      en: '{agent} now stands below {parent}: {reason}',
    },
    type: 1,
    level: 'info',
  },
  ORDER_REFUNDED: {
    title: { zh: '订单已退款', en: 'An order was refunded' },
    content: {
      zh: '订单 {no} 已退款 {amount}：{reason}。退回的号码已不属于您',
      en: 'Order {no} was refunded by {amount}: {reason}. The numbers that went back are no longer yours',
    },
    type: 1,
    level: 'info',
  },
  PACKAGE_REFUNDED: {
    title: { zh: '套餐已退款', en: 'A package was refunded' },
    content: {
      zh: '订单 {no} 已退款 {amount}：{reason}。套餐不再可用',
      en: 'Order {no} was refunded by {amount}: {reason}. The package can no longer be used',
    },
    type: 1,
    level: 'info',
  },
  QUOTA_EXPIRING: {
    title: { zh: '套餐即将到期', en: 'A package ends soon' },
    content: {
      zh: '“{name}”将在 {days} 天内到期，还剩 {n}，到期作废',
      en: '{name} ends within {days} days with {n} units left, which are lost then',
    },
    type: 1,
    level: 'warning',
  },
  QUOTA_EXPIRED: {
    title: { zh: '套餐已到期', en: 'A package has ended' },
    content: { zh: '“{name}”已到期，剩余 {n} 已作废', en: '{name} has ended; the {n} units that were left are lost' },
    type: 1,
    level: 'info',
  },
  LEASE_DUE: {
    title: { zh: '租期到期', en: 'Leases end soon' },
    content: {
      zh: '{n} 个租用号码即将到期，最早 {date}；续租后可继续使用',
      en: '{n} rented {n|number|numbers} will end soon, the first on {date}; renew to keep them',
    },
    type: 1,
    level: 'warning',
  },
  LEASE_SHORT: {
    title: { zh: '余额不足以自动续租', en: 'Too little money for the renewal' },
    content: {
      zh: '{n} 个号码将于 {date} 起自动续租，需 {amount}，余额 {balance}；请先充值',
      en: '{n} {n|number|numbers} will renew from {date} on for {amount}; your balance is {balance}. Please recharge',
    },
    type: 1,
    level: 'warning',
  },
  LEASE_RENEWED: {
    title: { zh: '号码已自动续租', en: 'Numbers renewed themselves' },
    content: {
      zh: '{n} 个号码续租一个月，共 {amount}',
      en: '{n} {n|number was|numbers were} renewed by a month for {amount}',
    },
    type: 1,
    level: 'success',
  },
  LEASE_OVERDUE: {
    title: { zh: '租期已过', en: 'Leases have ended' },
    content: {
      zh: '{n} 个号码租期已到期，为您保留至 {date}；逾期未续租将收回',
      en: 'The lease of {n} {n|number|numbers} has ended. Renew until {date}; after that what is not renewed is taken back',
    },
    type: 1,
    level: 'warning',
  },
  LEASE_ENDED: {
    title: { zh: '租用号码已收回', en: 'Rented numbers were taken back' },
    content: {
      zh: '{n} 个号码到期未续租，已收回',
      en: '{n} {n|number was|numbers were} not renewed and taken back',
    },
    type: 1,
    level: 'error',
  },
  VERIFICATION_TODO: {
    title: { zh: '代理认证待审核', en: 'Verification to review' },
    content: { zh: '{user} 提交了认证资料，请审核', en: '{user} has handed in documents; please review them' },
    type: 3,
    level: 'info',
  },
  VERIFICATION_PASSED: {
    title: { zh: '认证已通过', en: 'You are verified' },
    content: { zh: '您提交的“{name}”已通过认证', en: 'The documents of {name} were accepted' },
    type: 1,
    level: 'success',
  },
  VERIFICATION_REFUSED: {
    title: { zh: '认证未通过', en: 'You could not be verified' },
    content: {
      zh: '“{name}”的认证未通过：{reason}。请修改后重新提交',
      en: 'The documents of {name} were not accepted: {reason}. Please correct them and hand them in again',
    },
    type: 1,
    level: 'warning',
  },
  VERIFICATION_EXPIRED: {
    title: { zh: '认证已过期', en: 'Your verification has expired' },
    content: {
      zh: '“{name}”的证件已过有效期，请重新提交',
      en: 'The document of {name} is no longer valid; please hand in a new one',
    },
    type: 1,
    level: 'warning',
  },
  ADJUSTMENT_TODO: {
    title: { zh: '调账待复核', en: 'Adjustment to approve' },
    content: {
      zh: '{user} 申请给 {count} 个用户每人调账 {amount}，请复核',
      en: '{user} asks for {amount} {count|for|each for} {count} {count|user|users}; please approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  RECEIVING_TODO: {
    title: { zh: '收款信息待复核', en: 'Receiving details to approve' },
    content: {
      zh: '{user} 申请变更支付方式 {method} 的收款信息，请核对后复核',
      en: '{user} wants to change where {method} receives money; please check it and approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  BELOW_COST_TODO: {
    title: { zh: '低于成本的价格待复核', en: 'Prices below cost to approve' },
    content: {
      zh: '{user} 申请 {count} 条低于成本的价格（{countries}），请复核',
      en: '{user} asks for {count} {count|price|prices} below cost ({countries}); please approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  LARGE_EXPORT_TODO: {
    title: { zh: '大量导出待复核', en: 'Large export to approve' },
    content: {
      zh: '{user} 申请导出“{listZh}” {rows} 行，请复核',
      en: '{user} asks to export {rows} rows of “{listEn}”; please approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  WATCHER_TODO: {
    title: { zh: '到账监听待复核', en: 'Payment watcher to approve' },
    content: {
      zh: '{user} 新增或修改了到账监听 {watcher}，复核前不生效，请核对地址后复核',
      en: '{user} added or changed the payment watcher {watcher}; it does nothing before you have checked its address and approved',
    },
    type: 3,
    level: 'warning',
  },
  ERASURE_TODO: {
    title: { zh: '个人信息注销待复核', en: 'Erasing a person to approve' },
    content: {
      zh: '{user} 申请注销 {person} 的个人信息，请核实后复核',
      en: '{user} asks to erase the personal data of {person}; please check and approve or refuse',
    },
    type: 3,
    level: 'warning',
  },
  LARGE_EXPORT_READY: {
    title: { zh: '导出文件已生成', en: 'Your export is ready' },
    content: {
      zh: '“{listZh}”的导出文件已生成（{rows} 行，复核单 {no}），请到任务中心下载',
      en: 'The export of “{listEn}” ({rows} rows, request {no}) is ready to download in the task centre',
    },
    type: 1,
    level: 'info',
  },
  LARGE_EXPORT_FAILED: {
    title: { zh: '导出失败', en: 'Your export failed' },
    content: {
      zh: '“{listZh}”未能导出（复核单 {no}）：{reasonZh}',
      en: '“{listEn}” could not be exported (request {no}): {reasonEn}',
    },
    type: 1,
    level: 'warning',
  },
  PAYEE_ADDED: {
    title: { zh: '已添加收款账户', en: 'A payee was added' },
    content: {
      zh: '您添加了收款账户 {payee}，{until} 起可用于提现；若非本人操作，请立即修改密码并联系客服',
      en: 'You added the payee {payee}; withdrawals may go there from {until}. If it was not you, change your password and contact support',
    },
    type: 1,
    level: 'warning',
  },
  RECEIVING_CHANGED: {
    title: { zh: '收款信息已变更', en: 'Receiving details changed' },
    content: {
      zh: '支付方式 {method} 的收款信息已由 {user} 申请、{decider} 复核变更',
      en: '{method} now receives money elsewhere, as {user} asked and {decider} approved',
    },
    type: 1,
    level: 'warning',
  },
  APPROVAL_PASSED: {
    title: { zh: '复核通过', en: 'Request approved' },
    content: {
      zh: '{user} 已通过您的申请 {no}，并已执行',
      en: '{user} approved your request {no}; it has been carried out',
    },
    type: 3,
    level: 'success',
  },
  APPROVAL_REFUSED: {
    title: { zh: '复核驳回', en: 'Request refused' },
    content: { zh: '{user} 驳回了您的申请 {no}：{reason}', en: '{user} refused your request {no}: {reason}' },
    type: 3,
    level: 'error',
  },
  APPROVAL_EXPIRED: {
    title: { zh: '申请过期', en: 'Request expired' },
    content: {
      zh: '您的申请 {no} 无人复核，已过期；如仍需要请重新提交',
      en: 'Nobody decided about your request {no} in time; ask again if it is still needed',
    },
    type: 3,
    level: 'warning',
  },
  LEDGER_MISMATCH: {
    title: { zh: '账务核对不符', en: 'The books do not agree' },
    content: {
      zh: '账务核对发现 {count} 处不符，提现已暂停。请打开“账务核对”逐项查看',
      en: 'The proof of the books found {count} that do not agree; withdrawals are stopped. Open “Proof of the books” and look at each',
    },
    type: 3,
    level: 'error',
  },
  ERROR_RECURRED: {
    title: { zh: '已解决的异常再次出现', en: 'A resolved error came again' },
    content: {
      zh: '{name}：{message}。异常分组已重新打开，累计 {count} 次',
      en: '{name}: {message}. Its group is open again; seen {count} {count|time|times} in all',
    },
    type: 3,
    level: 'warning',
  },
  DAY_DIFFERS: {
    title: { zh: '日结不符', en: 'A day does not agree' },
    content: {
      zh: '{day} 日结有 {count} 项不符，请打开“日结”逐项查看',
      en: 'The day {day} was closed with {count} figures that do not agree; open “Day close” and look at each',
    },
    type: 3,
    level: 'error',
  },
  DAY_CHANGED: {
    title: { zh: '已日结的数据有变动', en: 'A closed day has changed' },
    content: {
      zh: '{day} 日结之后数据有变动，现有 {count} 项不符，请打开“日结”查看',
      en: 'The figures of {day} have changed since it was closed, and {count} do not agree now; open “Day close” and look',
    },
    type: 3,
    level: 'warning',
  },
  AUDIT_TRAIL_BROKEN: {
    title: { zh: '审计记录异常', en: 'The audit trail was altered' },
    content: {
      zh: '校验发现审计记录与封存时不一致，首条异常记录：{row}。请在“审计记录”中校验并保留现场',
      en: 'A proof found the audit trail not as it was sealed; the first such row: {row}. Prove it again under “Audit trail” and keep the evidence',
    },
    type: 3,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;

export type MessageKey = keyof typeof messageTemplates;

/** The title whose arrival every open window of the console reacts to. */
export const RECHARGE_REMINDER = messageTemplates.RECHARGE_SUBMITTED.title.zh;

/** A template by its key, if this version has it. */
export const templateOf = (key: string | null | undefined): MessageTemplate | undefined =>
  key && Object.hasOwn(messageTemplates, key) ? messageTemplates[key as MessageKey] : undefined;
