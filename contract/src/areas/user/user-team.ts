import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { audited, country, int, percent, readOnly, ref, refs, shown, text, textarea } from '../../kit/field.ts';
import { statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';

export const TEAM_MEMBERS_MAX = 200;

const appUsers = { resource: 'user/app-user', call: 'select' } as const;

const fields = {
  teamName: text({
    label: { zh: '团队名称', en: 'Team' },
    max: 32,
    required: true,
    list: true,
    search: 'like',
    width: 160,
  }),
  leaderId: ref(appUsers, { label: { zh: '队长', en: 'Leader' }, required: true, search: 'equal' }),
  agentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '所属代理', en: 'Agent' },
      help: {
        zh: '成员须属于该代理或其下级；留空不限',
        en: 'Members must belong to this agent or one below it; empty: any',
      },
      search: 'equal',
    },
  ),
  ...readOnly({
    leaderName: text({ label: { zh: '队长', en: 'Leader' }, max: 64, list: true, width: 130 }),
    agentName: text({ label: { zh: '所属代理', en: 'Agent' }, max: 64, list: 'optional', width: 130 }),
    memberCount: int({ label: { zh: '人数', en: 'Members' }, required: true, list: true }),
  }),
  countryCode: country({ label: { zh: '国家', en: 'Country' }, list: true, search: 'equal' }),
  monthTarget: int({
    label: { zh: '月目标', en: 'Monthly target' },
    help: { zh: '每月通过审核的任务数', en: 'Approved tasks per month' },
    min: 0,
    max: 1_000_000,
    required: true,
    list: true,
    initial: 0,
  }),
  ...readOnly({
    monthDone: int({
      label: { zh: '本月已完成', en: 'Done this month' },
      help: { zh: '成员在队期间通过审核的任务', en: 'Tasks of members approved while they were in the team' },
      required: true,
      list: true,
    }),
    approvedRate: percent({ label: { zh: '通过率', en: 'Approval rate' }, scale: 1, list: true }),
  }),
  memberIds: refs(appUsers, { label: { zh: '成员', en: 'Members' } }),
  notice: textarea({ label: { zh: '公告', en: 'Notice' }, max: 500 }),
  status: statusField(),
  ...audited,
  createTime: shown(audited.createTime, { list: 'hidden' }),
};

/** Teams of app users. Figures only: nobody is paid for recruiting members. */
export const userTeam = resource('user/user-team', {
  title: { zh: '用户团队', en: 'Teams' },
  help: { zh: '面板成员的团队与月度统计', en: 'Teams of app users with their monthly figures' },
  empty: { zh: '新增团队并选择成员', en: 'Add a team and choose its members' },
  nameField: 'teamName',
  unique: [['teamName']],
  head: ['leaderName', 'status', 'monthDone'],
  fields,
  calls: {
    ...crud(fields, ['list', 'page', 'detail', 'submit', 'remove', 'export', 'select']),
    /** Figures of the last twelve months, newest first. `month` is `YYYY-MM` in the tenant's zone. */
    months: get({
      title: { zh: '月度统计', en: 'Monthly figures' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.array(
        z.object({
          month: z.string(),
          tasks: z.int(),
          approved: z.int(),
          rejected: z.int(),
          approvedRate: z.string().nullable(),
          reward: amount(),
          members: z.int(),
        }),
      ),
    }),
  },
});
