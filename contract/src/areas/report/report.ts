import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, dict, json, readOnly, refs, text, textarea, yes } from '../../kit/field.ts';
import { choices, choosing, crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { reportChart, reportContent, reportResult, reportSources, SOURCE } from './definition.ts';

const fields = {
  name: {
    // It also names files and is the subject of e-mail.
    ...text({
      label: { zh: '名称', en: 'Name' },
      max: 100,
      required: true,
      list: true,
      search: 'like',
      sort: true,
      pattern: matching(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, {
        zh: '应为一行文字',
        en: 'should be one line',
      }),
    }),
    answered: z.string(),
  },
  description: textarea({ label: { zh: '说明', en: 'Description' }, max: 500, list: 'optional', width: 260 }),
  source: text({
    label: { zh: '数据来源', en: 'Data' },
    max: 96,
    pattern: SOURCE,
    required: true,
    list: true,
    search: 'equal',
    width: 180,
  }),
  chart: dict(reportChart, {
    label: { zh: '图表', en: 'Chart' },
    required: true,
    list: true,
    search: 'in',
    initial: reportChart.is.table,
  }),
  content: json(reportContent, { label: { zh: '内容', en: 'Question' }, required: true }),
  roleIds: refs(
    { resource: 'report/report', call: 'roles' },
    {
      label: { zh: '共享给角色', en: 'Shared with roles' },
      help: {
        zh: '这些角色的用户可以查看报表，数据按各自权限计算',
        en: 'Users with these roles may open the report; each sees the figures of their own rows',
      },
      writePermission: 'share',
    },
  ),
  ...readOnly({ isOwn: yes({ label: { zh: '本人创建', en: 'Mine' }, required: true, list: 'hidden' }) }),
  ...audited,
};

const standard = crud(fields, ['list', 'detail', 'submit', 'remove', 'restore']);

/** Questions about the rows of lists, answered with the rights of their reader. */
export const report = resource('report/report', {
  title: { zh: '报表', en: 'Reports' },
  help: {
    zh: '对任一列表提问：筛选、分组、求和；数据按查看人的权限计算',
    en: 'Build reports from any list. Everyone sees only their own data',
  },
  empty: { zh: '新建报表，选择数据来源后提问', en: 'Add a report, choose its data and ask' },
  nameField: 'name',
  fields,
  head: ['chart'],
  extras: {
    share: { zh: '共享报表', en: 'Share reports' },
    all: { zh: '管理他人的报表', en: 'Manage reports of others' },
  },
  calls: {
    ...standard,
    list: { ...standard.list, alsoAt: 'report/report/rest/list' },
    remove: { ...standard.remove, alsoAt: 'report/report/rest/remove' },
    /** Lists the reader may ask about. */
    sources: get({ title: { zh: '数据来源', en: 'Data of reports' }, access: 'view', data: reportSources }),
    roles: get({
      title: { zh: '可共享的角色', en: 'Roles to share with' },
      access: 'share',
      input: choosing,
      data: choices,
    }),
    /** Answers a saved report. Ends when the caller hangs up. */
    run: get({
      title: { zh: '运行', en: 'Run' },
      access: 'view',
      perMinute: 60,
      input: z.object({ id: id() }),
      data: reportResult,
    }),
    /** Answers a report that is not saved. */
    preview: post({
      title: { zh: '预览', en: 'Preview' },
      access: 'view',
      keyless: 'reads',
      untrailed: 'reads rows of a list',
      perMinute: 120,
      input: z.object({ source: z.string().max(96).regex(SOURCE), content: reportContent }),
      data: reportResult,
    }),
    'export-file': post({
      title: { zh: '导出', en: 'Export' },
      access: 'export',
      answer: 'file',
      input: z.object({ id: id(), format: z.enum(['xlsx', 'pdf']).default('xlsx') }),
    }),
    /** Adds a copy that belongs to the caller and is shared with nobody. */
    copy: post({
      title: { zh: '复制', en: 'Copy' },
      access: 'add',
      input: z.object({ id: id() }),
      data: z.object({ id: id() }),
    }),
  },
});
