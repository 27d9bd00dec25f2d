import { appUserTemplates } from './app-user-templates.ts';
import { approvalTemplates } from './approval-templates.ts';
import { checkTemplates } from './check-templates.ts';
import { leaseTemplates } from './lease-templates.ts';
import { openTemplates } from './open-templates.ts';
import { paymentTemplates } from './payment-templates.ts';
import { phoneTemplates } from './phone-templates.ts';
import { preOrderTemplates } from './pre-order-templates.ts';
import { providerTemplates } from './provider-templates.ts';
import { reportTemplates } from './report-templates.ts';
import { seedTemplates } from './seed-templates.ts';
import { sessionTemplates } from './session-templates.ts';
import type { MessageTemplate } from './template.ts';
import { warrantyTemplates } from './warranty-templates.ts';

/** By key; variable parts of a message are its parameters. */
export const messageTemplates = {
  ...paymentTemplates,
  ...appUserTemplates,
  ...approvalTemplates,
  ...checkTemplates,
  ...leaseTemplates,
  ...openTemplates,
  ...phoneTemplates,
  ...preOrderTemplates,
  ...providerTemplates,
  ...reportTemplates,
  ...seedTemplates,
  ...sessionTemplates,
  ...warrantyTemplates,
  LOW_BALANCE: {
    title: { zh: '余额不足提醒', en: 'Low balance' },
    content: { zh: '可用余额仅剩 {amount}，请及时充值', en: 'Only {amount} left; please recharge in time' },
    type: 1,
    level: 'warning',
  },
  BALANCE_ADJUSTED: {
    title: { zh: '余额变动', en: 'Balance adjusted' },
    content: { zh: '您的余额已调整 {amount}', en: 'Your balance was adjusted by {amount}' },
    type: 1,
    level: 'info',
  },
  REBATE_VOIDED: {
    title: { zh: '返佣已作废', en: 'Commission voided' },
    content: {
      zh: '返佣 {no} 已作废，收回 {amount}，原因：{reason}',
      en: 'Commission {no} was voided and {amount} taken back: {reason}',
    },
    type: 1,
    level: 'warning',
  },
  MONEY_ALLOCATED: {
    title: { zh: '收到拨款', en: 'Money received' },
    content: { zh: '{from} 向您拨款 {amount}', en: '{from} allocated {amount} to your balance' },
    type: 1,
    level: 'success',
  },
  MONEY_RECLAIMED: {
    title: { zh: '余额被收回', en: 'Money reclaimed' },
    content: { zh: '{from} 收回了您的余额 {amount}', en: '{from} reclaimed {amount} of your balance' },
    type: 1,
    level: 'info',
  },
  VIEW_ROWS: {
    title: { zh: '视图有新数据', en: 'View has records' },
    content: { zh: '视图“{view}”中出现了数据', en: 'The view “{view}” now has records' },
    type: 1,
    level: 'info',
  },
  VIEW_PAUSED: {
    title: { zh: '视图提醒已暂停', en: 'Alert of a view paused' },
    content: {
      zh: '视图“{view}”的提醒已暂停：您已无权查看该列表，或列表读取过慢、条件已失效；请打开视图检查',
      en: 'The alert of the view “{view}” is paused: you may no longer see the list, or it is too slow, or it refuses a filter. Open the view to check it',
    },
    type: 1,
    level: 'warning',
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
    content: { zh: '{country} 已无可售库存', en: 'No numbers left to sell in {country}' },
    type: 1,
    level: 'warning',
  },
  NUMBER_DEAD: {
    title: { zh: '号码失效', en: 'Numbers inactive' },
    content: { zh: '{count} 个号码已失效', en: '{count} numbers are inactive' },
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
      en: '{user} registered through a sign-in provider; please review',
    },
    type: 3,
    level: 'warning',
  },
  INVITED_REGISTERED: {
    title: { zh: '邀请的代理已注册', en: 'A new agent registered with your code' },
    content: {
      zh: '{user} 使用您的邀请码注册，管理员审核通过后即可使用',
      en: '{user} registered with your invite code and can sign in after an administrator approves it',
    },
    type: 1,
    level: 'info',
  },
  AGENT_REGISTERED: {
    title: { zh: '代理注册待审核', en: 'Agent to approve' },
    content: {
      zh: '{user} 受 {inviter} 邀请注册为代理，请审核',
      en: '{user} registered as an agent, invited by {inviter}; please review',
    },
    type: 3,
    level: 'warning',
  },
  SECOND_FACTOR_RESET: {
    title: { zh: '两步验证已重置', en: 'Two-step verification was reset' },
    content: {
      zh: '管理员已重置您账号的两步验证：{reason}。请在登录安全中重新开启',
      en: 'An administrator reset your two-step verification: {reason}. Please set it up again under sign-in security',
    },
    type: 1,
    level: 'warning',
  },
  SECOND_FACTOR_RESET_ASKED: {
    title: { zh: '有人申请重置您的两步验证', en: 'A reset of your two-step verification was requested' },
    content: {
      zh: '{user} 申请重置您账号的两步验证：{reason}。若非您本人要求，请立即联系管理员驳回',
      en: '{user} requested to reset the two-step verification of your account: {reason}. If this was not you, ask an administrator to reject it immediately',
    },
    type: 1,
    level: 'warning',
  },
  AGENT_MOVED: {
    title: { zh: '代理上级已变更', en: 'Agent moved' },
    content: { zh: '{agent} 的上级已变更为 {parent}：{reason}', en: 'The parent of {agent} is now {parent}: {reason}' },
    type: 1,
    level: 'info',
  },
  AGENT_CONTRACT_ENDING: {
    title: { zh: '代理合同即将到期', en: 'An agent’s contract ends soon' },
    content: {
      zh: '{agent} 的合同 {no} 将于 {date} 到期，请联系续签',
      en: 'Contract {no} of {agent} ends on {date}; please arrange its renewal',
    },
    type: 1,
    level: 'warning',
  },
  AGENT_CONTRACT_ENDED: {
    title: { zh: '代理合同已到期', en: 'An agent’s contract has ended' },
    content: {
      zh: '{agent} 的合同 {no} 已于 {date} 到期，账号仍可使用',
      en: 'Contract {no} of {agent} ended on {date}; the account still works',
    },
    type: 1,
    level: 'warning',
  },
  ORDER_REFUNDED: {
    title: { zh: '订单已退款', en: 'Order refunded' },
    content: {
      zh: '订单 {no} 已退款 {amount}：{reason}。退回的号码已不属于您',
      en: 'Order {no} was refunded by {amount}: {reason}. Returned numbers are no longer yours',
    },
    type: 1,
    level: 'info',
  },
  NUMBERS_DELIVERED: {
    title: { zh: '号码已补发', en: 'Missing numbers delivered' },
    content: {
      zh: '订单 {no} 缺少的 {n} 个号码已补发，可以下载',
      en: 'The {n} missing numbers of order {no} were delivered and can be downloaded',
    },
    type: 1,
    level: 'success',
  },
  PACKAGE_REFUNDED: {
    title: { zh: '套餐已退款', en: 'Package refunded' },
    content: {
      zh: '订单 {no} 已退款 {amount}：{reason}。套餐不再可用',
      en: 'Order {no} was refunded by {amount}: {reason}. The package can no longer be used',
    },
    type: 1,
    level: 'info',
  },
  QUOTA_EXPIRING: {
    title: { zh: '套餐即将到期', en: 'Package expires soon' },
    content: {
      zh: '“{name}”将在 {days} 天内到期，还剩 {n}，到期作废',
      en: '{name} expires within {days} days with {n} units left, which are then lost',
    },
    type: 1,
    level: 'warning',
  },
  QUOTA_EXPIRED: {
    title: { zh: '套餐已到期', en: 'Package expired' },
    content: { zh: '“{name}”已到期，剩余 {n} 已作废', en: '{name} has expired; {n} remaining units are lost' },
    type: 1,
    level: 'info',
  },
  VERIFICATION_PASSED: {
    title: { zh: '认证已通过', en: 'Verification approved' },
    content: { zh: '您提交的“{name}”已通过认证', en: 'The documents of {name} were approved' },
    type: 1,
    level: 'success',
  },
  VERIFICATION_REFUSED: {
    title: { zh: '认证未通过', en: 'Verification rejected' },
    content: {
      zh: '“{name}”的认证未通过：{reason}。请修改后重新提交',
      en: 'The documents of {name} were rejected: {reason}. Please correct and resubmit them',
    },
    type: 1,
    level: 'warning',
  },
  VERIFICATION_EXPIRED: {
    title: { zh: '认证已过期', en: 'Your verification has expired' },
    content: {
      zh: '“{name}”的证件已过有效期，请重新提交',
      en: 'The document of {name} has expired; please submit a new one',
    },
    type: 1,
    level: 'warning',
  },
  LEDGER_MISMATCH: {
    title: { zh: '账务核对不符', en: 'Ledger verification failed' },
    content: {
      zh: '账务核对发现 {count} 处不符，提现已暂停。请打开“账务核对”逐项查看',
      en: 'Ledger verification found {count} mismatches; withdrawals are paused. Open “Ledger verification” to view them',
    },
    type: 3,
    level: 'error',
  },
  ERROR_RECURRED: {
    title: { zh: '已解决的异常再次出现', en: 'A resolved error reappeared' },
    content: {
      zh: '{name}：{message}。异常分组已重新打开，累计 {count} 次',
      en: '{name}: {message}. Its group was reopened; {count} {count|occurrence|occurrences} in total',
    },
    type: 3,
    level: 'warning',
  },
  DAY_DIFFERS: {
    title: { zh: '日结不符', en: 'Day close mismatch' },
    content: {
      zh: '{day} 日结有 {count} 项不符，请打开“日结”逐项查看',
      en: 'The day {day} was closed with {count} mismatches; open “Day close” to view them',
    },
    type: 3,
    level: 'error',
  },
  DAY_CHANGED: {
    title: { zh: '已日结的数据有变动', en: 'A closed day changed' },
    content: {
      zh: '{day} 日结之后数据有变动，现有 {count} 项不符，请打开“日结”查看',
      en: 'The figures of {day} changed after closing, with {count} mismatches now; open “Day close” to view them',
    },
    type: 3,
    level: 'warning',
  },
  SENDER_STOPPED: {
    title: { zh: '发送方已暂停', en: 'A sender was paused' },
    content: {
      zh: '渠道限制了“{sender}”：{reason}。其所有订单已暂停，解除限制后请恢复',
      en: 'The channel restricts “{sender}”: {reason}. All its orders are paused; resume them when it may send again',
    },
    type: 3,
    level: 'error',
  },
  ORDER_PAUSED: {
    title: { zh: '消息订单已暂停', en: 'A message order was paused' },
    content: { zh: '订单“{name}”（{no}）已暂停：{reason}', en: 'Order “{name}” ({no}) was paused: {reason}' },
    type: 3,
    level: 'warning',
  },
  ORDER_DOUBTED: {
    title: { zh: '订单送达存疑', en: 'Deliveries of an order are in doubt' },
    content: {
      zh: '嵌入号未收到“{sender}”回执为已送达的消息，请复核订单 {no} 的送达号码',
      en: 'Seed numbers did not receive what “{sender}” reported as delivered; review the deliveries of order {no}',
    },
    type: 3,
    level: 'warning',
  },
  ORDER_REJECTED: {
    title: { zh: '消息订单未通过审核', en: 'A message order was rejected' },
    content: { zh: '订单“{name}”（{no}）未通过审核：{reason}', en: 'Order “{name}” ({no}) was rejected: {reason}' },
    type: 3,
    level: 'warning',
  },
  AUDIT_TRAIL_BROKEN: {
    title: { zh: '审计记录异常', en: 'Audit trail integrity check failed' },
    content: {
      zh: '校验发现审计记录与封存时不一致，首条异常记录：{row}。请在“审计记录”中校验并保留现场',
      en: 'The audit trail differs from its sealed content; first affected record: {row}. Verify it again under “Audit trail” and preserve the evidence',
    },
    type: 3,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;

export type MessageKey = keyof typeof messageTemplates;

/** Title of the message that every open window of the console reacts to. */
export const RECHARGE_REMINDER = messageTemplates.RECHARGE_SUBMITTED.title.zh;

/** A template by its key, if this version has it. */
export const templateOf = (key: string | null | undefined): MessageTemplate | undefined =>
  key && Object.hasOwn(messageTemplates, key) ? messageTemplates[key as MessageKey] : undefined;
