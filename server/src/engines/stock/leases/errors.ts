import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const leaseErrors = defineErrors({
  LEASE_OVER: {
    status: 400,
    zh: '{n} 个号码的租期已结束，不能续租，例如 {number}',
    en: 'The lease of {n} numbers has ended and cannot be renewed, such as {number}',
  },
  LEASE_NONE: { status: 400, zh: '没有需要续租的号码', en: 'No numbers to renew' },
  LEASE_TOO_MANY: {
    status: 400,
    zh: '一次最多续租 {n} 个号码，请缩小范围',
    en: 'At most {n} numbers can be renewed at once',
  },
  LEASE_TOO_FAR: {
    status: 400,
    zh: '租期最多续至 {months} 个月后，号码 {number} 已超出',
    en: 'Leases run at most {months} months ahead; {number} would exceed this',
  },
  LEASE_CHOICE: {
    status: 400,
    zh: '请选择号码，或给出到期天数',
    en: 'Select numbers, or enter the number of days until they end',
  },
});
