import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { dict, identifier, int, json, readOnly, text, time, yes } from '../../kit/field.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { proof } from '../../kit/schema.ts';
import { taskState } from '../../kit/task.ts';

const fields = {
  ...readOnly({
    taskNo: identifier({
      label: { zh: '任务编号', en: 'Task no.' },
      max: 32,
      required: true,
      list: true,
      search: 'like',
    }),
    title: text({ label: { zh: '任务', en: 'Task' }, max: 255, required: true, list: true }),
    job: text({ label: { zh: '类型', en: 'Type' }, max: 64, required: true, search: 'equal' }),
    bizType: text({ label: { zh: '业务类型', en: 'Business type' }, max: 64, search: 'equal' }),
    bizNo: identifier({ label: { zh: '业务编号', en: 'Business no.' }, max: 64, list: true, search: 'like' }),
    state: dict(taskState, { label: { zh: '状态', en: 'State' }, required: true, list: true, search: 'in' }),
    done: int({ label: { zh: '已处理', en: 'Processed' }, required: true, list: true }),
    total: int({ label: { zh: '总数', en: 'Total' }, required: true, list: true }),
    note: text({ label: { zh: '进展说明', en: 'Progress note' }, max: 500 }),
    failure: text({ label: { zh: '失败原因', en: 'Failure' }, max: 1000, list: true }),
    failureCode: identifier({ label: { zh: '失败代码', en: 'Failure code' }, max: 64 }),
    result: json(z.unknown(), { label: { zh: '结果', en: 'Result' } }),
    hasResult: yes({ label: { zh: '结果文件', en: 'Result file' }, required: true, list: true }),
    hasReport: yes({ label: { zh: '错误报告', en: 'Error report' }, required: true, list: true }),
    ownerName: text({ label: { zh: '发起人', en: 'Started by' }, max: 64, list: true }),
    createTime: time({
      label: { zh: '创建时间', en: 'Created' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    startTime: time({ label: { zh: '开始时间', en: 'Started' }, list: 'hidden' }),
    endTime: time({ label: { zh: '结束时间', en: 'Ended' }, list: true, sort: true }),
  }),
};

const taskNo = z.string().trim().min(1).max(32);
/** The produced file, or the list of failed items. */
const kind = z.enum(['result', 'report']);

/** The task centre: the caller's own background tasks; with `all`, those of the whole tenant. */
export const task = resource('desk/task', {
  title: { zh: '任务中心', en: 'Task centre' },
  help: { zh: '导入、导出与检测等后台任务', en: 'Imports, exports, checks and other background work' },
  empty: { zh: '导入、导出等耗时操作会在这里显示进度', en: 'Imports, exports and other long work report here' },
  nameField: 'taskNo',
  defaultSort: '-createTime',
  stateField: 'state',
  fields,
  found: [{ call: 'list', by: ['taskNo', 'bizNo'], shows: ['title', 'state'] }],
  waiting: [
    {
      title: { zh: '任务待确认', en: 'Tasks to confirm' },
      call: 'list',
      filters: { state: `${taskState.is.waiting}` },
      access: 'view',
      isPersonal: true,
      since: 'createTime',
      brief: { about: ['title'], settle: 'look-over' },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail']),
    progress: get({
      title: { zh: '任务进度', en: 'Progress' },
      access: 'signed-in',
      input: z.object({ taskNo }),
      data: rowSchema(fields),
    }),
    cancel: post({ title: { zh: '取消', en: 'Cancel' }, access: 'signed-in', input: z.object({ taskNo }) }),
    download: get({
      title: { zh: '下载', en: 'Download' },
      access: 'signed-in',
      input: z.object({ taskNo, kind: kind.default('result') }),
      answer: 'file',
      rowless: 'its rows were counted when the task was started',
    }),
    ticket: post({
      title: { zh: '下载凭证', en: 'Download ticket' },
      access: 'signed-in',
      untrailed: 'a reading call: what is downloaded was recorded when it was made',
      keyless: 'reads',
      input: z.object({ taskNo, kind: kind.default('result') }),
      data: z.object({ ticket: z.string() }),
    }),
    file: get({
      title: { zh: '凭证下载', en: 'Download by ticket' },
      access: 'public',
      input: z.object({ ticket: proof(128).min(1) }),
      answer: 'file',
      rowless: 'its rows were counted when the task was started',
    }),
  },
  extras: { all: { zh: '查看全部任务', en: 'View all tasks' } },
});
