import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, errorText } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { inspectList } from '../../../kernel/http/inspect-list.ts';
import type { AreaModule, Handlers, OwnCalls } from '../../../kernel/http/serve.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../../kernel/resource/routes.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';
import { moveWork } from './control.ts';
import { taskEventsOf } from './events.ts';
import type { WorkKind } from './kind.ts';
import { lanesOf } from './money.ts';
import { expireWork } from './retention.ts';
import { PAUSED, WORK_DRAFT, WORK_ENDED } from './states.ts';
import type { TaskTable, WorkTask } from './tables.ts';
import { waitingTexts } from './task-waits.ts';

/** Access of a kind's own calls to its tasks. */
export interface Tasks {
  /** Returns a task within the caller's reach. @throws NOT_FOUND */
  reachable(c: Context, id: bigint): Promise<WorkTask>;
  /** Makes a change in a transaction and announces it to the lists of the tasks, which are within the caller's reach. @throws NOT_FOUND */
  change<T>(c: Context, ids: readonly bigint[], make: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Calls that tasks of all kinds have, where their resource declares them. */
type CommonCall = 'inspect' | 'events' | 'lanes';

/** The tasks of a kind as a list shows them. */
interface ListedKind<R extends Resource> {
  readonly resource: R;
  /** `taskList()` or `orderList()`, one for each resource. */
  readonly table: PgTable;
  readonly kind: WorkKind;
  /** Which of its tasks the list has; without it all. */
  readonly isListed?: SQL;
  /** Fields that are computed beside `waiting` and `failReason`. */
  readonly computed: Readonly<Record<string, (task: WorkTask) => unknown>>;
  readonly actions: (tasks: Tasks) => Handlers<R, Exclude<OwnCalls<R>, CommonCall>>;
}

/** Returns the calls of tasks of a kind: those of all kinds, and its own. */
export function taskRoutes<R extends Resource>(listed: ListedKind<R>): AreaModule {
  const { resource, kind, computed } = listed;
  const table = listed.table as TaskTable;
  const isListed = and(eq(table.kind, kind.name), listed.isListed);

  const reachable = async (c: Context, id: bigint): Promise<WorkTask> => {
    const [row] = await c.app.db.drizzle
      .select()
      .from(table)
      .where(and(visible(c.actor, table, 'owner'), isListed, eq(table.id, id)));
    if (!row) throw commonErrors.NOT_FOUND();
    return taskOf(row);
  };
  const tasks: Tasks = {
    reachable,
    change: async (c, ids, make) => {
      for (const id of ids) await reachable(c, id);
      return c.tx(async (tx) => {
        const made = await make(tx);
        announceChange(tx, c.actor.tenantId, resource);
        return made;
      });
    },
  };
  const common = {
    inspect: inspectList,
    events: async (c: Context, { id }: { id: bigint }) => {
      await reachable(c, id);
      return taskEventsOf(c, id);
    },
    lanes: async (c: Context, { id }: { id: bigint }) => moneyOf(c, await reachable(c, id)),
  };
  return resourceRoutes(
    resource,
    table as never,
    {
      scope: 'owner',
      ruled: { scope: 'owner', inDepartments: ofHouseDepartments(table.ownerPath, table.createDept) },
      rows: () => isListed,
      computed: {
        fields: ['waiting', 'failReason', ...Object.keys(computed)],
        fill: async (c: Context, rows: (typeof table.$inferSelect)[]) => {
          const shown = rows.map(taskOf);
          const waiting = await waitingTexts(c, kind, shown);
          return shown.map((task) => ({
            waiting: waiting.get(task.id) ?? null,
            failReason: task.failReason === null ? null : errorText(task.failReason, task.failParams, c.locale),
            ...Object.fromEntries(Object.entries(computed).map(([name, value]) => [name, value(task)])),
          }));
        },
      },
      beforeRemove: (c: Context, tx: Tx, rows: (typeof table.$inferSelect)[]) => endRemoved(c, tx, rows.map(taskOf)),
      actions: {
        ...Object.fromEntries(Object.entries(common).filter(([name]) => name in resource.calls)),
        ...listed.actions(tasks),
      },
    } as never,
  );
}

/** The row as the engine knows it: its own state instead of that of its list. */
const taskOf = (row: TaskTable['$inferSelect']): WorkTask => ({ ...row, status: row.workStatus });

/** Ends tasks that leave their list, so that their numbers are deleted. @throws STATE_CONFLICT for one under way */
async function endRemoved({ actor }: Context, tx: Tx, tasks: readonly WorkTask[]): Promise<void> {
  if (tasks.some(({ status }) => ![...WORK_DRAFT, ...WORK_ENDED].includes(status))) throw commonErrors.STATE_CONFLICT();
  for (const task of tasks)
    if (WORK_DRAFT.includes(task.status)) await moveWork(tx, actor, task, 'cancel', { finishTime: new Date() });
  await expireWork(
    tx,
    tasks.map(({ id }) => id),
  );
}

/** Returns the money of a task in all, and its units by country and price. */
async function moneyOf({ app }: Context, task: WorkTask) {
  const lanes = await lanesOf(app.db.drizzle, task);
  return {
    lanes: lanes.map(({ countryCode, units, unitPrice, settled, refunded, released }) => ({
      ...{ countryCode, units, unitPrice, refunded },
      ...{ charged: settled - refunded, returned: released },
    })),
    money: {
      held: micros(task.holdAmount - task.chargedAmount - task.refundedAmount),
      charged: task.chargedAmount,
      refunded: task.refundedAmount,
    },
  };
}

/** Whether the caller is staff, who act for customers. */
export const isStaff = ({ actor }: Pick<Context, 'actor'>): boolean => actor.userType === userType.is.staff;

/** Returns as whom a caller pauses and resumes tasks. */
export const pauserOf = (c: Context): typeof PAUSED.byOwner | typeof PAUSED.byStaff =>
  isStaff(c) ? PAUSED.byStaff : PAUSED.byOwner;

/** Returns the owner of a new task. @throws NO_PERMISSION for staff who name no customer */
export function ownerOf(c: Context, agentId: bigint | undefined): bigint {
  if (!isStaff(c)) return c.actor.userId;
  if (agentId === undefined) throw commonErrors.NO_PERMISSION();
  return agentId;
}
