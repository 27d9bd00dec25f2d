import { ALERTS_MAX, VIEWS_MAX, view } from '@trade-assistant/contract/areas/desk/view.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { checkAlerts, hasRows } from './view/alerts.ts';
import { lastingFilters, presentFilters } from './view/period.ts';
import { type ViewRow, views } from './view/table.ts';

const CHECK_MILLIS = 10 * 60_000;
/** Views of a list that its reader is offered. */
const OFFERED_MAX = 300;
const ROLES_MAX = 200;

const errors = defineErrors({
  TOO_MANY_VIEWS: { status: 400, zh: '每人最多保存 {max} 个视图', en: 'A person can save at most {max} views' },
  TOO_MANY_ALERTS: {
    status: 400,
    zh: '每人最多为 {max} 个视图设置提醒，请先关闭其他提醒',
    en: 'A person can have alerts for at most {max} views; switch another one off first',
  },
  VIEW_NAME_TAKEN: {
    status: 400,
    zh: '您在此列表已有名为“{name}”的视图，请换一个名称',
    en: 'You already have a view “{name}” of this list; choose another name',
  },
});

export const timers = [defineTimer({ name: 'desk/view-alerts', every: CHECK_MILLIS, run: checkAlerts })];

export default serve(view, {
  'of-screen': async (c, { screen }) => {
    const rows = await c.app.db.drizzle
      .select()
      .from(views)
      .where(and(readable(c.actor), eq(views.screen, screen)))
      .orderBy(sql`${views.ownerId} = ${c.actor.userId} desc`, views.name, views.id)
      .limit(OFFERED_MAX);
    const shown: Awaited<ReturnType<typeof shownTo>>[] = [];
    for (const row of rows) if (mayList(c, row)) shown.push(await shownTo(c, row));
    return shown;
  },
  named: async (c, { ids }) => {
    const rows = await c.app.db.drizzle
      .select()
      .from(views)
      .where(and(readable(c.actor), inArray(views.id, ids)));
    const inOrder = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    return inOrder.filter((row) => mayList(c, row)).map(({ id, name, screen }) => ({ id, name, screen }));
  },
  save: async (c, input) => {
    const { id, ...given } = input;
    const before = id === undefined ? undefined : await ownView(c, id);
    const draft = { ...before, ...given, alert: given.alert ?? before?.alert ?? (0 as const) };
    const { resource = '', call = '', period } = draft;
    if (!mayList(c, { resource, call })) throw commonErrors.NO_PERMISSION();
    if (given.roleIds?.length && !c.can('desk/view:share')) throw commonErrors.NO_PERMISSION();
    const filters = lastingFilters(c.app.lists, { resource, call, filters: draft.filters ?? {}, period });
    // The first state of an alert: rows that are there already are no news.
    const isChecked = draft.alert === 1 && (!before || 'alert' in given || 'filters' in given || 'period' in given);
    const found = isChecked ? await hasRows(c.app, c, { resource, call, filters, period }) : undefined;
    return c.tx(async (tx) => {
      // One change of a person at a time, so that parallel requests cannot exceed the limits.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`view:${c.actor.userId}`}, 0))`);
      await assertRoles(tx, c.actor, given.roleIds ?? []);
      await assertRoom(tx, c.actor, { alert: draft.alert, name: draft.name ?? '', screen: draft.screen ?? '' }, before);
      const values = {
        ...given,
        ...(given.filters || given.period ? { filters } : {}),
        ...(given.filters ? { zone: c.zone } : {}),
        ...(found === undefined
          ? {}
          : { hasRows: found ? (1 as const) : (0 as const), alertProblem: null, failures: 0, checkedTime: new Date() }),
        ownerName: c.actor.realName,
        updateUser: c.actor.userId,
        updateTime: new Date(),
      };
      if (before) {
        await tx
          .update(views)
          .set({ ...values, version: sql`${views.version} + 1` })
          .where(eq(views.id, before.id));
        return { id: before.id };
      }
      const { screen = '', name = '' } = given;
      const [row] = await tx
        .insert(views)
        .values({
          ...{ zone: c.zone, ...values, screen, resource, call, name },
          tenantId: c.actor.tenantId,
          ownerId: c.actor.userId,
          createUser: c.actor.userId,
          createUserName: c.actor.realName,
        })
        .returning({ id: views.id });
      return { id: row?.id ?? 0n };
    });
  },
  remove: (c, { ids }) =>
    c.tx(async (tx) => {
      const gone = await tx
        .update(views)
        .set({ deletedAt: new Date(), updateUser: c.actor.userId })
        .where(and(own(c.actor), inArray(views.id, ids)))
        .returning({ id: views.id });
      if (gone.length < ids.length) throw commonErrors.NOT_FOUND();
    }),
  roles: async (c, { keyword, id = null }) => {
    const part = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
    const { rows } = await c.app.db.drizzle.execute<{
      id: string;
      label: string;
      labelEn: string;
      disabled: boolean;
    }>(sql`
      select id::text, role_name as label, coalesce(nullif(role_name_en, ''), role_name) as "labelEn", status <> 1 as disabled
      from sys_role where tenant_id = ${c.actor.tenantId} and deleted_at is null
        and (${id}::bigint is null or id = ${id}) and (role_name ilike ${part} or role_name_en ilike ${part})
      order by sort, id limit ${ROLES_MAX}`);
    return rows.map(({ id: value, ...role }) => ({ ...role, value: BigInt(value) }));
  },
});

const own = ({ tenantId, userId }: Actor): SQL | undefined =>
  and(eq(views.tenantId, tenantId), eq(views.ownerId, userId), isNull(views.deletedAt));

/** The condition on own views and those shared with a role of the reader. */
const readable = (actor: Actor): SQL | undefined =>
  or(
    own(actor),
    and(
      eq(views.tenantId, actor.tenantId),
      isNull(views.deletedAt),
      sql`${views.roleIds} && array(select id from sys_role where tenant_id = ${actor.tenantId} and deleted_at is null
        and status = 1 and role_alias = any(${sql.param(actor.roleKeys)}::text[]))`,
    ),
  );

async function ownView(c: Context, id: bigint): Promise<ViewRow> {
  const [row] = await c.app.db.drizzle
    .select()
    .from(views)
    .where(and(own(c.actor), eq(views.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** Whether the caller may read the rows of a view. */
function mayList(c: Context, { resource, call }: Pick<ViewRow, 'resource' | 'call'>): boolean {
  const found = c.app.lists.resources.find(({ name }) => name === resource);
  return found !== undefined && c.app.lists.allows(c, found, call);
}

/** Returns a view without the parts its reader may not use. */
async function shownTo(c: Context, { roleIds, alertProblem, ...row }: ViewRow) {
  const isOwn = row.ownerId === c.actor.userId;
  const order = row.sort === '' ? {} : row.sort.startsWith('-') ? { descs: row.sort.slice(1) } : { ascs: row.sort };
  const reader = { actor: c.actor, locale: c.locale, zone: row.zone, traceId: c.traceId };
  const present = presentFilters(c.app.lists, row, c.zone);
  const dropped = await c.app.lists.refused(reader, row.resource, row.call, { ...present, ...order });
  const filters = Object.fromEntries(Object.entries(present).filter(([name]) => !dropped.includes(name)));
  const isUnsorted = dropped.some((name) => name in order);
  return {
    id: row.id,
    name: row.name,
    filters,
    period: row.period,
    sort: isUnsorted ? '' : row.sort,
    look: row.look,
    roleIds: isOwn ? roleIds : [],
    alert: isOwn ? row.alert : (0 as const),
    alertProblem: isOwn ? alertProblem : null,
    isOwn: isOwn ? (1 as const) : (0 as const),
    ownerName: c.actor.userType === userType.is.staff ? row.ownerName : null,
    dropped,
  };
}

async function assertRoles(tx: Tx, { tenantId }: Actor, roleIds: readonly bigint[]): Promise<void> {
  const ids = [...new Set(roleIds)];
  if (ids.length === 0) return;
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from sys_role where tenant_id = ${tenantId} and deleted_at is null
      and id = any(${sql.param(ids.map(String))}::bigint[])`);
  if (rows[0]?.n !== ids.length) throw commonErrors.NOT_FOUND();
}

/** @throws TOO_MANY_VIEWS, TOO_MANY_ALERTS, VIEW_NAME_TAKEN */
async function assertRoom(
  tx: Tx,
  actor: Actor,
  { name, screen, alert }: Pick<ViewRow, 'name' | 'screen' | 'alert'>,
  before: ViewRow | undefined,
): Promise<void> {
  const others = and(own(actor), before ? ne(views.id, before.id) : undefined);
  const [counted] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      alerts: sql<number>`(count(*) filter (where ${views.alert} = 1))::int`,
      sameName: sql<number>`(count(*) filter (where ${views.screen} = ${screen} and lower(${views.name}) = lower(${name})))::int`,
    })
    .from(views)
    .where(others);
  if (!before && (counted?.all ?? 0) >= VIEWS_MAX) throw errors.TOO_MANY_VIEWS({ max: VIEWS_MAX });
  if (alert === 1 && (counted?.alerts ?? 0) >= ALERTS_MAX) throw errors.TOO_MANY_ALERTS({ max: ALERTS_MAX });
  if (!counted?.sameName) return;
  const { zh, en } = errors.declarations.VIEW_NAME_TAKEN;
  const message = { zh: fill(zh, { name }), en: fill(en, { name }) };
  throw errors.VIEW_NAME_TAKEN({ name }, { fields: [{ field: 'name', message }] });
}
