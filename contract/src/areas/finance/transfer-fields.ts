import { dict, identifier, money, readOnly, ref, text, time } from '../../kit/field.ts';
import { financeType, walletKind } from './dictionaries.ts';

const user = { resource: 'agent/user', call: 'lazy-list' } as const;

/** Both sides of a movement between two wallets: brokerage to balance, or from one user to another. */
export const transferFields = {
  ...readOnly({
    transferNo: identifier({
      label: { zh: '划转单号', en: 'Transfer no.' },
      max: 32,
      required: true,
      list: 'optional',
      search: 'equal',
    }),
    financeType: dict(financeType, { label: { zh: '类型', en: 'Type' }, required: true, list: true, search: 'in' }),
    fromUserId: ref(user, { label: { zh: '转出用户', en: 'From' }, required: true, search: 'equal' }),
    fromUserName: text({ label: { zh: '转出用户', en: 'From' }, max: 64, required: true, list: true, width: 150 }),
    fromWallet: dict(walletKind, {
      label: { zh: '转出账户', en: 'From wallet' },
      required: true,
      list: 'optional',
      search: 'equal',
    }),
    toUserId: ref(user, { label: { zh: '转入用户', en: 'To' }, required: true, search: 'equal' }),
    toUserName: text({ label: { zh: '转入用户', en: 'To' }, max: 64, required: true, list: true, width: 150 }),
    toWallet: dict(walletKind, {
      label: { zh: '转入账户', en: 'To wallet' },
      required: true,
      list: 'optional',
      search: 'equal',
    }),
    amount: money({ label: { zh: '金额', en: 'Amount' }, required: true, list: true, search: 'range' }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true, list: true, width: 80 }),
    operatorName: text({
      label: { zh: '操作人', en: 'Operator' },
      max: 64,
      required: true,
      list: 'optional',
      width: 120,
    }),
    createTime: time({ label: { zh: '时间', en: 'Time' }, required: true, list: true, search: 'range', sort: true }),
  }),
};
