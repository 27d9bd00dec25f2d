import { randomUUID } from 'node:crypto';
import { REPORT_MAX_DAYS, websiteSource } from '@trade-assistant/contract/areas/statistics/website-source.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { inArray } from 'drizzle-orm';
import { users } from '../../engines/people/identity/index.ts';
import {
  countDays,
  dropOldVisits,
  markDays,
  type Period,
  recordVisit,
  reportOf,
  tenantToday,
  totalOf,
  type VisitRow,
  visits,
} from '../../engines/reporting/site-sources/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { tenantOfHeader } from '../../kernel/http/signed-calls.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const MINUTE_MILLIS = 60_000;
const DAY_MILLIS = 86_400_000;
const DEFAULT_DAYS = 30;
const COUNTRY = /^[A-Z]{2}$/;
const WRONG_PERIOD = {
  zh: `结束日期应不早于开始日期，期间不超过 ${REPORT_MAX_DAYS} 天`,
  en: `the last day must not be before the first, and the period at most ${REPORT_MAX_DAYS} days`,
};

export const timers = [
  defineTimer({
    name: 'statistics/count-days',
    every: MINUTE_MILLIS,
    run: async (app) => void (await countDays(app.db)),
  }),
  defineTimer({ name: 'statistics/drop-visits', every: { at: '04:40' }, run: (app) => dropOldVisits(app.db) }),
];

export default resourceRoutes(websiteSource, visits, {
  scope: 'tenant',
  computed: {
    fields: ['registeredAccount'],
    fill: async (c, rows) => {
      const ids = rows.flatMap(({ registeredUserId }) => (registeredUserId === null ? [] : [registeredUserId]));
      const found =
        ids.length === 0
          ? []
          : await c.app.db.drizzle
              .select({ id: users.id, account: users.account })
              .from(users)
              .where(inArray(users.id, ids));
      const accounts = new Map(found.map(({ id, account }) => [id, account]));
      return rows.map(({ registeredUserId }) => ({ registeredAccount: accounts.get(registeredUserId ?? 0n) ?? null }));
    },
  },
  beforeSave: async (c, tx, input, existing) =>
    existing
      ? input
      : {
          ...input,
          day: await tenantToday(tx, c.actor.tenantId),
          visitorId: `entered-${randomUUID()}`,
          hits: 1,
          isNew: 1,
        },
  afterSave: (c, tx, row) => markDays(tx, c.actor.tenantId, [row.day]),
  beforeRemove: (c, tx, rows: VisitRow[]) =>
    markDays(
      tx,
      c.actor.tenantId,
      rows.map(({ day }) => day),
    ),
  actions: {
    report: async (c, { by, ...asked }) => {
      const period = await periodOf(c, asked);
      const { drizzle } = c.app.db;
      const [{ total, updatedAt }, rows] = await Promise.all([totalOf(drizzle, period), reportOf(drizzle, period, by)]);
      return {
        ...{ startDay: period.startDay, endDay: period.endDay, updatedAt, total },
        rows: rows.map((row) => ({ ...row, conversion: rateOf(row.registrations, row.visitors) })),
      };
    },
    funnel: async (c, asked) => {
      const period = await periodOf(c, asked);
      const { total, updatedAt } = await totalOf(c.app.db.drizzle, period);
      const keys = ['visits', 'visitors', 'registrations', 'firstRecharges'] as const;
      return {
        ...{ startDay: period.startDay, endDay: period.endDay, updatedAt },
        steps: keys.map((key) => ({ key, count: total[key] })),
      };
    },
    record: async (c, { isNew, ...visit }) => {
      const { app, request } = c;
      const tenantId = tenantOfHeader(request);
      const sites = app.parameters.get(tenantId, 'sources.sites');
      const isKnown = sites === '' || sites.split(',').includes(visit.siteCode);
      const wantsNoTracking = request.headers['dnt'] === '1' || request.headers['sec-gpc'] === '1';
      if (isKnown && !wantsNoTracking)
        recordVisit(
          app,
          { ...visit, tenantId, isNew: isNew === 1 || isNew === true },
          {
            address: c.ip,
            userAgent: request.headers['user-agent'] ?? '',
            languages: request.headers['accept-language'] ?? '',
            countryCode: countryOf(c),
          },
        );
      return true as const;
    },
  },
});

/** Returns the country that a trusted proxy in front found for the address. */
function countryOf({ app, request }: Context): string | undefined {
  if (app.config.trustProxy === false) return undefined;
  const code = request.headers['cf-ipcountry'] ?? request.headers['x-country-code'];
  return typeof code === 'string' && COUNTRY.test(code) && code !== 'XX' ? code : undefined;
}

/** @throws BAD_REQUEST for a period that is too long or ends before it starts */
async function periodOf(
  c: Context,
  { startDay, endDay, siteCode, sourceType }: CallInput<typeof websiteSource, 'funnel', 'out'>,
): Promise<Period> {
  const { tenantId } = c.actor;
  const end = endDay ?? (await tenantToday(c.app.db.drizzle, tenantId));
  const start = startDay ?? new Date(Date.parse(end) - (DEFAULT_DAYS - 1) * DAY_MILLIS).toISOString().slice(0, 10);
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MILLIS + 1;
  if (days < 1 || days > REPORT_MAX_DAYS)
    throw commonErrors.BAD_REQUEST(
      { detail: WRONG_PERIOD[c.locale] },
      { fields: [{ field: 'endDay', message: WRONG_PERIOD }] },
    );
  return { tenantId, startDay: start, endDay: end, siteCode, sourceType };
}

/** Returns a share in per cent with two decimals; null of nothing. */
const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((10_000 * part) / whole) / 100;
