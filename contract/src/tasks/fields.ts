import { exactMoney, identifier, int, ref, text, textarea, time, unitPrice } from '../kit/field.ts';
import type { Text } from '../kit/locale.ts';

export const count = (zh: string, en: string, list: boolean | 'hidden' | 'optional' = 'hidden') =>
  int({ label: { zh, en }, required: true, list, form: false });

/** The fields that tasks over a list have, of whatever kind, in the words of a kind, which places them among its own. */
export const taskFields = (words: Readonly<Record<'no' | 'name' | 'owner' | 'finished' | 'failed', Text>>) => ({
  no: identifier({ label: words.no, max: 24, required: true, list: true, search: 'ending' }),
  name: text({ label: words.name, max: 64, required: true, list: true, search: 'like', width: 180 }),
  owner: {
    ownerId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: words.owner, required: true, search: 'equal' },
    ),
    ownerName: text({ label: words.owner, max: 64, required: true, list: 'optional', width: 140 }),
  },
  consentId: ref(null, { label: { zh: '名单来源声明', en: 'Declaration of source' } }),
  /** Lines that were left out when the list was read. */
  leftOut: {
    invalidCount: count('无效', 'Invalid'),
    duplicateCount: count('重复', 'Duplicates'),
    suppressedCount: count('屏蔽', 'Suppressed'),
  },
  money: {
    unitPrice: unitPrice({ label: { zh: '单价', en: 'Unit price' }, list: 'hidden' }),
    holdAmount: exactMoney({ label: { zh: '冻结', en: 'Held' }, required: true, list: 'hidden' }),
    chargedAmount: exactMoney({ label: { zh: '扣费', en: 'Charged' }, required: true, list: true }),
    refundedAmount: exactMoney({ label: { zh: '退回', en: 'Returned' }, required: true, list: 'hidden' }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, list: 'hidden', width: 80 }),
  },
  /** Why nothing of it is done right now, or how fast it goes, in the reader's language. */
  waiting: text({ label: { zh: '当前情况', en: 'Right now' }, max: 255, list: 'optional', width: 200 }),
  failReason: text({ label: words.failed, max: 255, list: 'hidden', width: 160 }),
  times: {
    startTime: time({ label: { zh: '开始时间', en: 'Started' }, list: 'hidden', search: 'range' }),
    finishTime: time({ label: words.finished, list: 'hidden', search: 'range' }),
  },
  expireTime: time({ label: { zh: '计划清除', en: 'To be deleted' }, list: 'hidden' }),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255, list: 'hidden', width: 160 }),
});
