import { businessType } from '../../dictionaries.ts';
import { audited, country, dict, int, percent, phone, readOnly, ref, shown, text, time } from '../../kit/field.ts';
import { remarkField, searchedNumber } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { seedOwner, seedStatus } from './embedded-dictionaries.ts';

const { disabled, available, inUse, invalid } = seedStatus.is;

const fields = {
  number: phone({
    ...searchedNumber,
    label: { zh: '嵌入号', en: 'Seed number' },
    help: { zh: '完整号码，带国家码', en: 'Whole number with country code' },
    form: 'create',
  }),
  ...readOnly({
    countryCode: country({ label: { zh: '国家', en: 'Country' }, required: true, list: true, search: 'in' }),
  }),
  channel: dict(businessType, {
    label: { zh: '渠道', en: 'Channel' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: businessType.is.whatsapp,
  }),
  ownerKind: dict(seedOwner, {
    label: { zh: '归属', en: 'Owner' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: seedOwner.is.platform,
  }),
  appUserId: ref(null, {
    label: { zh: '面板成员', en: 'Panel member' },
    search: 'equal',
    form: 'create',
    when: { field: 'ownerKind', is: [seedOwner.is.member] },
  }),
  network: text({
    label: { zh: '运营商网络', en: 'Network' },
    max: 32,
    list: 'hidden',
    width: 140,
  }),
  dailyLimit: int({
    label: { zh: '每日上限', en: 'Daily limit' },
    help: { zh: '每天最多用于多少个任务', en: 'Tasks per day at most' },
    min: 1,
    max: 100,
    required: true,
    list: true,
    initial: 5,
  }),
  ...readOnly({
    usedToday: int({ label: { zh: '今日已用', en: 'Used today' }, required: true, list: true }),
    successRate: percent({
      label: { zh: '准确率', en: 'Accuracy' },
      help: { zh: '近 30 天如实且按时的反馈占比', en: 'Share of true and timely reports in 30 days' },
      scale: 1,
      list: true,
    }),
    lastUsedTime: time({ label: { zh: '最近使用', en: 'Last used' }, list: true, sort: true }),
    consentId: ref(null, { label: { zh: '授权', en: 'Consent' } }),
    status: dict(seedStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
      initial: available,
    }),
  }),
  remark: remarkField(),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '添加时间', en: 'Added' }, list: 'hidden' }),
};

const transitions = {
  enable: {
    title: { zh: '启用', en: 'Enable' },
    from: [disabled, invalid],
    to: available,
    access: 'edit',
  },
  disable: {
    title: { zh: '停用', en: 'Disable' },
    from: [available, inUse, invalid],
    to: disabled,
    access: 'edit',
    confirm: {
      zh: '停用后不再用于新任务；进行中的任务照常完成。',
      en: 'It is not used for new tasks; open tasks are completed.',
    },
  },
  invalidate: {
    title: { zh: '标记失效', en: 'Mark invalid' },
    from: [available, inUse, disabled],
    to: invalid,
    access: 'edit',
    reason: 'required',
    isDangerous: true,
  },
} as const satisfies Transitions;

/** The pool of numbers that audit delivery. For staff only. */
export const embeddedNumber = resource('whatsapp/embedded-number', {
  title: { zh: '嵌入号池', en: 'Seed numbers' },
  help: {
    zh: '混入消息订单、用于核实送达的号码；代理不可见',
    en: 'Numbers added to message orders to verify delivery; agents never see them',
  },
  empty: { zh: '添加嵌入号后，消息订单会自动抽用', en: 'Add seed numbers; message orders then use them' },
  nameField: 'number',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields,
  head: ['countryCode', 'channel', 'status'],
  found: [{ call: 'list', by: ['number'], shows: ['countryCode', 'channel', 'status'] }],
  numbers: [{ call: 'list', field: 'number', shows: ['status', 'channel', 'ownerKind', 'lastUsedTime'] }],
  calls: {
    ...crud(fields, [
      ...(['list', 'counts', 'detail', 'save', 'update', 'submit', 'remove', 'restore'] as const),
      ...(['export', 'select', 'timeline'] as const),
    ]),
    ...transitionCalls(transitions),
  },
  extras: { plain: { zh: '查看完整号码', en: 'View full numbers' } },
});
