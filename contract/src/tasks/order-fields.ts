import { z } from 'zod';
import type { Dictionary } from '../kit/dictionary.ts';
import {
  audited,
  country,
  dict,
  identifier,
  int,
  json,
  percent,
  phone,
  readOnly,
  ref,
  tags,
  text,
  time,
  unitPrice,
  yes,
} from '../kit/field.ts';
import { searchedNumber } from '../kit/presets.ts';
import { lineCharge, lineStatus, orderEnd, orderStatus, verificationResult } from '../message-dictionaries.ts';
import { numberReject } from '../number-reject.ts';
import { count, taskFields } from './fields.ts';

const task = taskFields({
  no: { zh: '编号', en: 'No.' },
  name: { zh: '名称', en: 'Name' },
  owner: { zh: '代理', en: 'Agent' },
  finished: { zh: '完成时间', en: 'Completed' },
  failed: { zh: '原因', en: 'Reason' },
});

const rate = (zh: string, en: string) => percent({ label: { zh, en }, list: 'hidden', form: false, scale: 1 });

/** An order of messages to many recipients. `category`: the kinds of messages of its channel. */
export const messageOrderFields = <D extends Dictionary>(category: D) => ({
  ...readOnly({
    orderNo: task.no,
    orderName: task.name,
    ...task.owner,
    messageType: dict(category, {
      label: { zh: '消息类别', en: 'Category' },
      list: true,
      search: 'in',
    }),
    senderId: ref(null, { label: { zh: '发送方', en: 'Sender' } }),
    senderName: text({ label: { zh: '发送方', en: 'Sender' }, max: 64, list: 'optional', width: 140 }),
    templateId: ref(null, { label: { zh: '模板', en: 'Template' } }),
    templateCode: text({ label: { zh: '模板', en: 'Template' }, max: 512, list: 'optional', width: 160 }),
    templateLang: text({ label: { zh: '模板语言', en: 'Language' }, max: 16, list: 'hidden', width: 90 }),
    consentId: task.consentId,
    countryCodes: tags({ label: { zh: '国家', en: 'Countries' }, max: 2, list: 'hidden' }),
    totalCount: count('总数', 'Total', true),
    ...task.leftOut,
    pendingCount: count('待发', 'Pending'),
    submittedCount: count('已提交', 'Submitted', 'optional'),
    deliveredCount: count('已送达', 'Delivered', true),
    readCount: count('已读', 'Read', 'optional'),
    failedCount: count('失败', 'Failed', 'optional'),
    overruledCount: count('驳回', 'Overruled'),
    expiredCount: count('过期', 'Expired'),
    deferredCount: count('延后', 'Deferred'),
    replyCount: count('回复', 'Replies'),
    /** Delivered and read of submitted and delivered ones. */
    deliveryRate: rate('送达率', 'Delivery rate'),
    readRate: rate('已读率', 'Read rate'),
    quota: int({ label: { zh: '下单数量', en: 'Ordered quantity' }, list: 'hidden' }),
    scheduleTime: time({ label: { zh: '计划时间', en: 'Scheduled for' }, list: 'optional', search: 'range' }),
    speedPerMinute: int({ label: { zh: '每分钟发送', en: 'Messages a minute' }, list: 'hidden' }),
    ...task.money,
    resetTime: time({ label: { zh: '重发时间', en: 'Sent again at' }, list: 'hidden' }),
    resetCount: count('重发次数', 'Resets'),
    ...task.times,
    completeType: dict(orderEnd, { label: { zh: '完成方式', en: 'Completed by' }, list: 'hidden' }),
    status: dict(orderStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    /** Whether its list was read, so that its price and problems are known. */
    isRead: yes({ label: { zh: '名单已解析', en: 'List read' }, required: true }),
    waiting: task.waiting,
    failReason: task.failReason,
    expireTime: task.expireTime,
    jobTaskNo: text({ label: { zh: '后台任务', en: 'Background task' }, max: 32, required: true }),
    remark: task.remark,
  }),
  ...audited,
});

/** A message of an order to one recipient. Its id names order and line. */
export const orderPhoneFields = {
  ...readOnly({
    orderId: ref(null, { label: { zh: '订单', en: 'Order' }, required: true, search: 'equal' }),
    orderNo: identifier({
      label: { zh: '编号', en: 'No.' },
      max: 24,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    lineNo: int({ label: { zh: '序号', en: 'Line' }, required: true, list: true, sort: true }),
    number: phone({ ...searchedNumber, required: false }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, list: 'optional', search: 'in' }),
    params: json(z.record(z.string(), z.string()), { label: { zh: '参数', en: 'Parameters' } }),
    lineStatus: dict(lineStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    /** A state within the status, or why the line has none, in the reader's language. */
    why: text({ label: { zh: '说明', en: 'Explanation' }, max: 500, list: true, width: 220 }),
    rejectReason: dict(numberReject, {
      label: { zh: '剔除原因', en: 'Rejected because' },
      list: 'hidden',
      search: 'in',
    }),
    attemptNo: int({ label: { zh: '次数', en: 'Attempts' }, required: true, list: 'hidden' }),
    providerMsgId: text({ label: { zh: '通道流水', en: 'Channel id' }, max: 160, list: 'hidden', search: 'equal' }),
    errorCode: text({
      label: { zh: '错误码', en: 'Error code' },
      max: 64,
      list: 'optional',
      width: 100,
      search: 'equal',
    }),
    retryable: yes({ label: { zh: '可重发', en: 'Can be sent again' }, required: true, list: 'hidden' }),
    createTime: time({ label: { zh: '创建时间', en: 'Created' }, list: 'hidden', search: 'range' }),
    submitTime: time({ label: { zh: '提交时间', en: 'Submitted at' }, list: 'hidden' }),
    deliverTime: time({ label: { zh: '送达时间', en: 'Delivered at' }, list: 'optional' }),
    readTime: time({ label: { zh: '已读时间', en: 'Read at' }, list: 'hidden' }),
    deferUntil: time({ label: { zh: '延后至', en: 'Deferred until' }, list: 'hidden' }),
    unitPrice: unitPrice({ label: { zh: '单价', en: 'Unit price' }, list: 'hidden' }),
    chargeState: dict(lineCharge, { label: { zh: '计费状态', en: 'Charge' }, required: true, list: true }),
    verdictBy: text({ label: { zh: '裁定人', en: 'Decided by' }, max: 64, list: 'hidden' }),
    verdictReason: text({
      label: { zh: '裁定原因', en: 'Reason of the verdict' },
      max: 255,
      list: 'hidden',
      width: 160,
    }),
    verdictAttachIds: json(z.array(z.string()), { label: { zh: '裁定凭证', en: 'Evidence of the verdict' } }),
    /** Of verification codes only. */
    verificationStatus: dict(verificationResult, { label: { zh: '验证结果', en: 'Verification' }, list: 'hidden' }),
    isRefunded: yes({ label: { zh: '通道退费', en: 'Refunded by the channel' }, list: 'hidden' }),
  }),
} as const;

const { lineStatus: status, errorCode, submitTime, deliverTime, readTime } = orderPhoneFields;
/** Facts about a message in the history of its number. */
export const messageFacts = { lineStatus: status, errorCode, submitTime, deliverTime, readTime } as const;
