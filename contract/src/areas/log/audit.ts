import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { identifier, json, readOnly, text } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { loggedOrigin, loggedTime } from './log-fields.ts';

const values = z.record(z.string(), z.unknown());

const fields = {
  createTime: loggedTime.createTime,
  ...readOnly({
    account: text({
      label: { zh: '操作人', en: 'User' },
      max: 64,
      required: true,
      list: true,
      search: 'equal',
      width: 130,
    }),
    title: text({ label: { zh: '操作内容', en: 'Operation' }, max: 255, list: true, width: 240 }),
    objectType: identifier({
      label: { zh: '对象类型', en: 'Record type' },
      help: { zh: '例如 system/user', en: 'Such as system/user' },
      max: 64,
      required: true,
      list: true,
      search: 'equal',
    }),
    objectId: identifier({
      label: { zh: '对象编号', en: 'Record' },
      max: 400,
      required: true,
      list: true,
      search: 'equal',
    }),
    action: text({
      label: { zh: '动作', en: 'Action' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'equal',
      width: 140,
    }),
    ip: text({
      label: { zh: '来源地址', en: 'Remote address' },
      max: 64,
      required: true,
      list: true,
      search: 'equal',
      width: 140,
    }),
    reason: text({ label: { zh: '原因', en: 'Reason' }, max: 500, list: true, width: 200 }),
    before: json(values, { label: { zh: '修改前', en: 'Before' } }),
    after: json(values, { label: { zh: '修改后', en: 'After' } }),
    asked: json(values, { label: { zh: '请求参数', en: 'Request parameters' } }),
  }),
  traceId: loggedOrigin.traceId,
  userAgent: loggedOrigin.userAgent,
};

/** The result of the last verification of the chain: the counts of intact rows and of faults, and the first fault. */
const proof = z.object({
  time: time(),
  /** The user who requested it; empty for the nightly one. */
  account: z.string(),
  proven: z.int(),
  /** Recently written and not sealed yet. */
  waiting: z.int(),
  /** Where the chain ends, to be kept elsewhere. */
  head: z.object({ seq: id(), hash: z.string() }).nullable(),
  /** How many rows and places are not as they were sealed. */
  faults: z.int(),
  problem: z
    .object({
      fault: z.enum(['changed', 'removed', 'inserted', 'broken', 'cut']),
      id: id().nullable(),
      time: time().nullable(),
    })
    .nullable(),
});

/** A change in words: the record, the field, the old and the new value. */
const change = z.object({
  /** The kind and id of the record. */
  record: z.string(),
  label: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

/** The action in words. */
const historyEntry = z.object({
  id: id(),
  time: time(),
  account: z.string(),
  title: z.string(),
  reason: z.string().nullable(),
  changes: z.array(change),
});

/** Changes with user, old and new values. Secrets are left out before a row is written; rows are never altered. */
export const auditLog = resource('log/audit', {
  title: { zh: '审计记录', en: 'Audit trail' },
  help: {
    zh: '谁在何时改了什么；永久保留，可校验是否被篡改',
    en: 'Data changes with user and time; kept permanently and tamper-evident',
  },
  empty: { zh: '还没有变更记录', en: 'No changes recorded yet' },
  nameField: 'title',
  defaultSort: '-createTime',
  fields,
  calls: {
    /** `userId`: the operations of a user. */
    ...crud(fields, ['list', 'detail', 'export'], { more: { userId: id() } }),
    /** Recomputes the chain of the tenant's whole trail as a task of the caller; `proof` has the result. */
    verify: post({
      title: { zh: '校验完整性', en: 'Verify integrity' },
      access: 'verify',
      perMinute: 6,
      data: z.object({ taskNo: z.string() }),
    }),
    /** The result of the last verification, nightly or requested; null before the first. */
    proof: get({ title: { zh: '校验结果', en: 'Verification result' }, access: 'view', data: proof.nullable() }),
    /** One row of the trail in words, in the reader's language. */
    changes: get({
      title: { zh: '变更内容', en: 'What changed' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.array(change),
    }),
    /**
     * Changes of a record by the calls of its resource and of others with the same rows, in words, the latest first: at
     * most the last 100.
     */
    history: get({
      title: { zh: '变更记录', en: 'Changes of a record' },
      access: 'view',
      input: z.object({ resource: z.string().max(64), id: id() }),
      data: z.array(historyEntry),
    }),
  },
});
