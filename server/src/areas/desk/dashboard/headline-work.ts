import { rechargeStatus, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import type { Permission } from '@trade-assistant/contract/registry.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { workTasks } from '../../../engines/messaging/work/index.ts';
import { recharges, withdrawals } from '../../../engines/money/payments/index.ts';
import { users } from '../../../engines/people/identity/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { dayOf, startOfDay } from './period.ts';
import { isStaff } from './reader.ts';

/** A count of rows of one list; `query` is the filter by which the list shows exactly these rows. */
export interface CountCard {
  readonly key: string;
  readonly title: Text;
  readonly permission: Permission;
  readonly path: string;
  readonly query: string;
  readonly count: SQL;
  /** Whether each of the rows waits for the reader. */
  readonly isWaiting?: true;
  readonly isFor?: 'staff' | 'others';
}

/** Returns the cards that count rows of today and rows that wait; `today` is the filter of the present day. */
export function countCards(c: Context, zone: string, today: string): CountCard[] {
  const begin = startOfDay(dayOf(new Date(), zone), zone).toISOString();
  const rows = (table: Parameters<typeof visible>[1], scope: 'owner' | 'tenant', where: SQL | undefined) =>
    sql`(select count(*)::int from ${table} where ${and(visible(c.actor, table, scope), where)})`;
  const tasks = (resource: 'filter/whatsapp-filter' | 'whatsapp/order', where: SQL) =>
    rows(workTasks, 'owner', and(eq(workTasks.resource, resource), where));
  return [
    {
      ...{
        key: 'todayChecks',
        title: { zh: '今日检测任务', en: 'Checks today' },
        permission: 'filter/whatsapp-filter:view',
      },
      ...{ path: '/filter/whatsapp-filter/index', query: `createTime_dategt=${today}` },
      count: tasks('filter/whatsapp-filter', sql`${workTasks.createTime} >= ${begin}::timestamptz`),
    },
    {
      ...{
        key: 'runningTasks',
        title: { zh: '发送中的订单', en: 'Orders being sent' },
        permission: 'whatsapp/order:view',
      },
      ...{ path: '/whatsapp/order/index', query: `status_in=${orderStatus.is.sending}`, isFor: 'others' },
      count: tasks('whatsapp/order', sql`${workTasks.orderStatus} = ${orderStatus.is.sending}`),
    },
    {
      ...{
        key: 'exceptions',
        title: { zh: '异常订单', en: 'Orders with a problem' },
        permission: 'whatsapp/order:view',
      },
      ...{ path: '/whatsapp/order/index', query: `status_in=${orderStatus.is.exception}`, isWaiting: true },
      count: tasks('whatsapp/order', sql`${workTasks.orderStatus} = ${orderStatus.is.exception}`),
    },
    {
      ...{
        key: 'pendingRecharge',
        title: { zh: '待审核充值', en: 'Recharges to review' },
        permission: 'agent/recharge:audit',
      },
      ...{
        path: '/agent/recharge/index',
        query: `status_in=${rechargeStatus.is.review}`,
        isWaiting: true,
        isFor: 'staff',
      },
      count: rows(
        recharges,
        'tenant',
        and(eq(recharges.userType, userType.is.agent), eq(recharges.status, rechargeStatus.is.review)),
      ),
    },
    {
      ...{
        key: 'pendingWithdraw',
        title: { zh: '待审核提现', en: 'Withdrawals to review' },
        permission: 'agent/withdrawal:audit',
      },
      ...{ path: '/agent/withdrawal/index', query: `status_in=${WAITING.join(',')}`, isWaiting: true, isFor: 'staff' },
      count: rows(
        withdrawals,
        'tenant',
        and(eq(withdrawals.userType, userType.is.agent), inArray(withdrawals.status, [...WAITING])),
      ),
    },
    {
      ...{ key: 'newAgents', title: { zh: '今日新增代理', en: 'New agents today' }, permission: 'agent/user:view' },
      ...{ path: '/agent/user/index', query: `userType_in=${userType.is.agent}&createTime_dategt=${today}` },
      count: rows(
        users,
        'owner',
        and(
          eq(users.userType, userType.is.agent),
          sql`${users.id} <> ${c.actor.userId}`,
          sql`${users.createTime} >= ${begin}::timestamptz`,
        ),
      ),
    },
    {
      ...{
        key: 'newUsers',
        title: { zh: '今日新增App用户', en: 'New app users today' },
        permission: 'user/app-user:view',
      },
      ...{ path: '/user/app-user/index', query: `createTime_dategt=${today}` },
      count: rows(
        users,
        'owner',
        and(eq(users.userType, userType.is.appUser), sql`${users.createTime} >= ${begin}::timestamptz`),
      ),
    },
  ] satisfies CountCard[];
}

const WAITING = [withdrawalStatus.is.pending, withdrawalStatus.is.checking] as const;

/** Counts the cards that the reader may see, in one statement. @returns each with its number */
export async function counted(
  c: Context,
  cards: readonly CountCard[],
): Promise<(CountCard & { readonly n: number })[]> {
  const seen = cards.filter(
    ({ permission, isFor }) => c.can(permission) && (isFor === undefined || (isFor === 'staff') === isStaff(c)),
  );
  if (seen.length === 0) return [];
  const { rows } = await c.app.db.drizzle.execute<{ counts: number[] }>(
    sql`select array[${sql.join(
      seen.map(({ count }) => count),
      sql`, `,
    )}] as counts`,
  );
  return seen.map((card, index) => ({ ...card, n: rows[0]?.counts[index] ?? 0 }));
}
