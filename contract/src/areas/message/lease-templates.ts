import type { MessageTemplate } from './template.ts';

/** Messages about rented numbers. */
export const leaseTemplates = {
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
    title: { zh: '余额不足以自动续租', en: 'Balance too low for auto-renew' },
    content: {
      zh: '{n} 个号码将于 {date} 起自动续租，需 {amount}，余额 {balance}；请先充值',
      en: 'Auto-renew of {n} {n|number|numbers} from {date} on needs {amount}; your balance is {balance}. Please recharge',
    },
    type: 1,
    level: 'warning',
  },
  LEASE_SUPPLY: {
    title: { zh: '供应先于租期到期', en: 'Supply ends before the lease' },
    content: {
      zh: '{n} 个已租出号码的供应早于租期到期，最早 {date}；请向供应商续期，或为租用人更换',
      en: 'The supply of {n} rented {n|number|numbers} ends before the lease, the first on {date}; extend it with the supplier or replace the number',
    },
    type: 1,
    level: 'warning',
  },
  LEASE_RENEWED: {
    title: { zh: '号码已自动续租', en: 'Numbers were renewed automatically' },
    content: {
      zh: '{n} 个号码续租一个月，共 {amount}',
      en: '{n} {n|number was|numbers were} renewed for a month at {amount}',
    },
    type: 1,
    level: 'success',
  },
  LEASE_OVERDUE: {
    title: { zh: '租期已过', en: 'Leases ended' },
    content: {
      zh: '{n} 个号码租期已到期，为您保留至 {date}；逾期未续租将收回',
      en: 'The lease of {n} {n|number|numbers} has ended. Renew by {date}; numbers not renewed are reclaimed',
    },
    type: 1,
    level: 'warning',
  },
  LEASE_ENDED: {
    title: { zh: '租用号码已收回', en: 'Rented numbers reclaimed' },
    content: { zh: '{n} 个号码到期未续租，已收回', en: '{n} {n|number was|numbers were} not renewed and reclaimed' },
    type: 1,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;
