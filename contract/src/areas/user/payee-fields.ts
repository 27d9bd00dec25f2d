import { audited, dict, ref, shown, text, time, yes } from '../../kit/field.ts';
import type { Transitions } from '../../kit/transitions.ts';
import { payeeStatus } from './dictionaries.ts';

/** The owner of a payee: agents see only their own. */
export const payeeOwner = {
  userId: ref(null, { label: { zh: '用户', en: 'User' }, required: true, form: false }),
  userName: text({
    label: { zh: '用户', en: 'User' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    form: false,
    width: 130,
  }),
};

/** Fields of every payee after those of the account. */
export const payeeState = {
  label: text({ label: { zh: '备注名', en: 'Label' }, max: 32, list: true, width: 120 }),
  isDefault: yes({
    label: { zh: '默认', en: 'Default' },
    help: { zh: '提现时预先选中', en: 'Preselected in withdrawals' },
    required: true,
    list: true,
    initial: 0,
  }),
  status: dict(payeeStatus, {
    label: { zh: '状态', en: 'Status' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    initial: payeeStatus.is.normal,
  }),
  /** From when on money may be sent there. */
  coolUntil: time({ label: { zh: '可用时间', en: 'Available from' }, required: true, list: true, form: false }),
  ...audited,
  // The list shows when it can be used instead.
  createTime: shown(audited.createTime, { list: 'hidden' }),
};

const { normal, frozen } = payeeStatus.is;

/** Finance stops payments to a place, and allows them again. */
export const payeeTransitions = {
  freeze: {
    title: { zh: '冻结', en: 'Freeze' },
    from: [normal],
    to: frozen,
    access: 'freeze',
    reason: 'required',
    isDangerous: true,
  },
  unfreeze: {
    title: { zh: '解冻', en: 'Unfreeze' },
    from: [frozen],
    to: normal,
    access: 'freeze',
    changes: 'destinations',
    reason: 'required',
  },
} as const satisfies Transitions;
