import type { Dictionary } from '../../kit/dictionary.ts';
import { audited, country, dict, int, phone, readOnly, text, time, unitPrice, yes } from '../../kit/field.ts';
import { searchedNumber } from '../../kit/presets.ts';
import { checkResult } from '../../number-dictionaries.ts';
import { numberReject } from '../../number-reject.ts';
import { count, taskFields } from '../../tasks/fields.ts';
import {
  activePeriod,
  checkInput,
  checkMode,
  checkPause,
  checkStatus,
  evidence,
  foundOrNot,
  lineType,
} from './dictionaries.ts';

const task = taskFields({
  no: { zh: '任务编号', en: 'Task no.' },
  name: { zh: '任务名称', en: 'Task name' },
  owner: { zh: '客户', en: 'Customer' },
  finished: { zh: '完成时间', en: 'Finished' },
  failed: { zh: '失败原因', en: 'Reason' },
});

/** A task that checks the numbers of a customer's list. */
export const checkFields = <D extends Dictionary>(filterType: D) => ({
  ...readOnly({
    taskNo: task.no,
    taskName: task.name,
    ...task.owner,
    countryCode: country({ label: { zh: '国家', en: 'Country' }, list: true, search: 'in' }),
    filterType: dict(filterType, {
      label: { zh: '检测类型', en: 'Check' },
      list: true,
      search: 'equal',
    }),
    activePeriod: dict(activePeriod, {
      label: { zh: '活跃周期', en: 'Active period' },
      list: 'hidden',
      search: 'equal',
    }),
    checkMode: dict(checkMode, {
      label: { zh: '检测方式', en: 'Mode' },
      list: 'hidden',
      search: 'equal',
    }),
    consentId: task.consentId,
    evidence: dict(evidence, {
      label: { zh: '数据来源', en: 'Source' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    inputMode: dict(checkInput, { label: { zh: '提交方式', en: 'Submitted as' }, list: 'hidden' }),
    fileName: text({ label: { zh: '源文件', en: 'Source file' }, max: 200, list: 'hidden', width: 160 }),
    totalCount: count('总行数', 'Lines'),
    ...task.leftOut,
    submitCount: count('提交数', 'Submitted', true),
    doneCount: count('已完成', 'Done', true),
    vacantCount: count('空号', 'Vacant'),
    liveCount: count('实号', 'In service'),
    suspendedCount: count('停机', 'Suspended'),
    noDataCount: count('库无', 'Not registered'),
    silentCount: count('沉默', 'Silent'),
    riskCount: count('风险', 'At risk'),
    unknownCount: count('未知', 'Unknown'),
    registeredCount: count('已开通', 'With account'),
    activeCount: count('活跃', 'Active'),
    businessCount: count('商业号', 'Business'),
    ...task.money,
    status: dict(checkStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    paused: dict(checkPause, { label: { zh: '暂停', en: 'Pause' }, required: true, list: 'hidden', search: 'equal' }),
    /** A cancelled task that waits for numbers at a provider. */
    isBeingCancelled: yes({ label: { zh: '正在取消', en: 'Being cancelled' }, required: true, list: 'hidden' }),
    waiting: task.waiting,
    failReason: task.failReason,
    upgradeCount: count('升级次数', 'Upgrades'),
    lastFilterType: dict(filterType, { label: { zh: '原检测类型', en: 'Previous check' } }),
    ...task.times,
    payUntil: time({ label: { zh: '支付截止', en: 'Pay by' }, list: 'hidden' }),
    expireTime: task.expireTime,
    purgedTime: time({ label: { zh: '清除时间', en: 'Deleted on' }, list: 'hidden' }),
    priority: int({ label: { zh: '优先级', en: 'Priority' }, required: true, list: 'hidden' }),
    remark: task.remark,
  }),
  ...audited,
});

/** A line of a task, for its owner. */
export const checkLineFields = {
  ...readOnly({
    lineNo: int({ label: { zh: '行号', en: 'Line' }, required: true, list: true, sort: true }),
    number: phone({ ...searchedNumber, required: false }),
    regionCode: country({ label: { zh: '归属国家', en: 'Country' }, list: 'hidden' }),
    lineType: dict(lineType, { label: { zh: '线路类型', en: 'Line type' }, list: true, search: 'equal' }),
    carrier: text({ label: { zh: '运营商', en: 'Carrier' }, max: 64, list: 'optional', width: 120 }),
    result: dict(checkResult, { label: { zh: '检测结果', en: 'Result' }, list: true, search: 'in' }),
    registered: dict(foundOrNot, { label: { zh: '是否开通', en: 'Account' }, list: true, search: 'equal' }),
    business: dict(foundOrNot, { label: { zh: '商业号', en: 'Business' }, list: 'optional', search: 'equal' }),
    activeDays: int({ label: { zh: '最近活跃（天）', en: 'Active (days ago)' }, list: 'optional', search: 'range' }),
    evidence: dict(evidence, { label: { zh: '数据来源', en: 'Source' }, list: 'hidden' }),
    stage: int({ label: { zh: '阶段', en: 'Stage' }, required: true, list: 'hidden' }),
    rejectReason: dict(numberReject, {
      label: { zh: '剔除原因', en: 'Rejected because' },
      list: 'optional',
      search: 'in',
    }),
    /** Why the line has no result, or where the result comes from, in the reader's language. */
    why: text({ label: { zh: '说明', en: 'Explanation' }, max: 255, list: true, width: 200 }),
    checkedTime: time({ label: { zh: '检测时间', en: 'Checked at' }, list: 'optional' }),
    isCharged: yes({ label: { zh: '计费', en: 'Charged' }, required: true, list: 'optional' }),
    /** Of its charged results, in money or as units of packages. */
    price: unitPrice({ label: { zh: '价格', en: 'Price' }, list: 'optional' }),
    /** For staff who see providers. */
    providerCode: text({ label: { zh: '服务商', en: 'Provider' }, max: 32, list: 'optional' }),
    /** Our reference of the exchange, as the provider and its health screen know it. */
    reference: text({ label: { zh: '流水', en: 'Reference' }, max: 64, list: 'hidden' }),
  }),
} as const;

const { result, rejectReason, registered, carrier, checkedTime } = checkLineFields;
/** The finding about a number, in its history. */
export const checkFacts = { result, rejectReason, registered, carrier, checkedTime } as const;
