import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { codeOf } from '../../kit/dictionary.ts';
import { crud, resource } from '../../kit/resource.ts';
import { flag } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { SITE_CODE, sourceFields, sourceType, visitDevice } from './source-fields.ts';

/** The longest period of a report, in days. */
export const REPORT_MAX_DAYS = 366;

const day = z.iso.date();
/** Days of the company's zone, both included; the last 30 days by default. */
const period = {
  startDay: day.optional(),
  endDay: day.optional(),
  siteCode: z.string().regex(SITE_CODE).optional(),
  sourceType: codeOf(sourceType).optional(),
};
const counts = {
  /** Page loads. */
  visits: z.int(),
  /** Visitors, each counted once a day. */
  visitors: z.int(),
  newVisitors: z.int(),
  /** Visitors of these days who registered within 90 days. */
  registrations: z.int(),
  /** Those of them who recharged within 90 days of the visit. */
  firstRecharges: z.int(),
};
const stamp = { startDay: day, endDay: day, updatedAt: time().nullable() };

const VISITOR_ID = matching(/^[\w-]{8,64}$/, {
  zh: '应为 8 至 64 个字母、数字、下划线或连字符',
  en: 'should be 8 to 64 letters, digits, underscores or hyphens',
});

/** Any text, cut to its stored length. */
const loose = (max: number) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim().slice(0, max).toWellFormed())
    .optional();

/** How visitors find the company's sites: one row for each visitor, site, day and campaign. */
export const websiteSource = resource('statistics/website-source', {
  title: { zh: '网站来源统计', en: 'Website sources' },
  help: {
    zh: '站点脚本上报的访问；每个访客每天每个活动一行，明细保留 90 天，每日汇总永久保留',
    en: 'Visits reported by your sites: a row per visitor, day and campaign, kept for 90 days; daily totals are kept',
  },
  empty: {
    zh: '在网站上加入示例脚本后，访问会出现在这里',
    en: 'Visits appear here once your site has the sample script',
  },
  nameField: 'visitorId',
  defaultSort: '-createTime',
  head: ['siteCode', 'sourceType', 'utmCampaign'],
  fields: sourceFields,
  calls: {
    ...crud(sourceFields, ['list', 'detail', 'save', 'update', 'remove', 'export']),
    /** Daily totals by day, source or campaign. */
    report: get({
      title: { zh: '来源报表', en: 'Report' },
      access: 'view',
      input: z.object({ ...period, by: z.enum(['day', 'source', 'campaign']).default('day') }),
      data: z.object({
        ...stamp,
        total: z.object(counts),
        /** By day all days; otherwise the 100 with the most visits, then the rest as `*`. */
        rows: z.array(
          z.object({
            /** A day, a value of the dictionary of sources, or a campaign; empty: without one. */
            key: z.string(),
            ...counts,
            /** Registrations in per cent of visitors; null without visitors. */
            conversion: z.number().nullable(),
          }),
        ),
      }),
    }),
    /** Steps from the visit to the first recharge. */
    funnel: get({
      title: { zh: '转化漏斗', en: 'Funnel' },
      access: 'view',
      input: z.object(period),
      data: z.object({
        ...stamp,
        steps: z.array(
          z.object({ key: z.enum(['visits', 'visitors', 'registrations', 'firstRecharges']), count: z.int() }),
        ),
      }),
    }),
    /**
     * Notes a visit of a site. The answer is always `true`: also for robots, visitors who do not want to be tracked, unknown sites and
     * during an overload, which are not noted.
     */
    record: post({
      title: { zh: '上报访问', en: 'Record a visit' },
      access: 'public',
      untrailed: 'a visit of a stranger, stored as a row of its own',
      signed: 'writing',
      alsoAt: 'statistics/websiteSource/add',
      bodyBytes: 2048,
      perMinute: 60,
      logsRefusalsOnly: true,
      allowUnknownNames: true,
      unlogged: ['visitorId', 'sessionId'],
      input: z.object({
        siteCode: z.string().regex(SITE_CODE),
        /** A random id that the site keeps in the browser. */
        visitorId: z.string().regex(VISITOR_ID),
        sessionId: loose(64),
        /** Derived from the other parameters if it is missing. */
        sourceType: codeOf(sourceType).optional(),
        /** The host, or the address, of the page with the link. */
        referrerHost: loose(2000),
        /** The path; its query is not kept. */
        landingPath: loose(2000),
        utmSource: loose(100),
        utmMedium: loose(100),
        utmCampaign: loose(100),
        utmTerm: loose(100),
        utmContent: loose(100),
        inviteCode: loose(16),
        isNew: z.union([flag(), z.boolean()]).optional(),
        device: codeOf(visitDevice).optional(),
        browser: loose(40),
        os: loose(40),
        lang: loose(16),
      }),
      data: z.literal(true),
    }),
  },
});
