import { EMPTY_FLOW, START, stepFlow } from '@trade-assistant/contract/areas/sms/flow.ts';
import { checkFlow, flowProblems } from '@trade-assistant/contract/areas/sms/flow-check.ts';
import { sessionTaskStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { sessionTask } from '@trade-assistant/contract/areas/sms/session-task.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray } from 'drizzle-orm';
import {
  answerers,
  counters,
  inboxErrors,
  inboxTimers,
  keepFlow,
  senderNames,
  stepTask,
  tasks,
  taskToWrite,
} from '../../engines/messaging/inbox/index.ts';
import { ofHouseDepartments } from '../../engines/people/identity/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

export const timers = inboxTimers;

const PEOPLE_MAX = 50;

const made = resourceRoutes(sessionTask, tasks, {
  scope: 'owner',
  ruled: { scope: 'owner', inDepartments: ofHouseDepartments(tasks.ownerPath, tasks.createDept) },
  unique: { inb_task_sender: () => inboxErrors.SESSION_SENDER_TAKEN() },
  computed: {
    fields: [
      ...(['senderName', 'totalSessions', 'activeSessions', 'inboundCount'] as const),
      ...(['outboundCount', 'optOutCount', 'chargedAmount'] as const),
    ],
    fill: async (c, rows) => {
      const [names, found] = await Promise.all([
        senderNames(
          c.app.db.drizzle,
          c.actor.tenantId,
          rows.map(({ senderId }) => senderId),
        ),
        c.app.db.drizzle
          .select()
          .from(counters)
          .where(
            inArray(
              counters.taskId,
              rows.map(({ id }) => id),
            ),
          ),
      ]);
      const counts = new Map(found.map((row) => [row.taskId, row]));
      return rows.map(({ id, senderId }) => {
        const own = counts.get(id);
        return {
          senderName: names.get(senderId) ?? null,
          totalSessions: own?.totalSessions ?? 0,
          activeSessions: own?.activeSessions ?? 0,
          inboundCount: own?.inboundCount ?? 0,
          outboundCount: own?.outboundCount ?? 0,
          optOutCount: own?.optOutCount ?? 0,
          chargedAmount: micros(own?.chargedAmount ?? 0n),
        };
      });
    },
  },
  beforeSave: (c, tx, input, existing) => taskToWrite(tx, c.actor, input as never, existing) as never,
  afterSave: (_c, tx, row) => keepFlow(tx, row),
  beforeRemove: async (_c, _tx, rows) => {
    const { draft, ended } = sessionTaskStatus.is;
    if (rows.some(({ status }) => status !== draft && status !== ended)) throw commonErrors.STATE_CONFLICT();
  },
  actions: {
    update: async (c, given) => {
      // Its fields are made from those of the resource, so the schema's type names only the others.
      const { status, reason, ...input } = given as Changed;
      const { id, version, ...fields } = input;
      const known = await taskFor(c, id);
      if (version !== undefined && version !== known.version) throw commonErrors.STALE_DATA();
      if (Object.keys(fields).length > 0) await change(c, input);
      if (status !== undefined && status !== known.status)
        await c.tx(async (tx) => {
          const [task] = await tx.select().from(tasks).where(eq(tasks.id, id)).for('update');
          if (!task) throw commonErrors.NOT_FOUND();
          await stepTask(c.app, tx, c.actor, task, status, reason);
        });
      return { id };
    },
    people: async (c, { keyword, id }) => {
      const { actor, app } = c;
      const ownerId = actor.userType === userType.is.staff ? 0n : actor.userId;
      const people = await answerers(app.db.drizzle, actor.tenantId, ownerId, id === undefined ? null : [id], keyword);
      return people
        .slice(0, PEOPLE_MAX)
        .map(({ id: value, name }) => ({ value, label: name, labelEn: name, disabled: false }));
    },
    'check-flow': async (c, { id, flowJson }) => ({
      problems: checkFlow(flowJson ?? (await flowOf(c, id))).map(({ code, node, detail, isBlocking }) => ({
        ...{ code, node, isBlocking },
        text: fill(flowProblems[code][c.locale], { detail: detail ?? '' }),
      })),
    }),
    simulate: async (c, { id, flowJson, texts, repliesMax }) => {
      const flow = flowJson ?? (await flowOf(c, id));
      let state = START;
      // A minute between the texts, as people write.
      const begin = Date.now();
      return {
        steps: texts.map((text, index) => {
          const {
            state: next,
            replies,
            after,
            stopped,
          } = stepFlow(flow, state, text, begin + index * 60_000, repliesMax);
          state = next;
          return { text, replies: [...replies], after, stopped };
        }),
      };
    },
  },
});

/** The input of `update`. */
interface Changed extends Record<string, unknown> {
  readonly id: bigint;
  readonly version?: number;
  readonly status?: number;
  readonly reason?: string;
}

/** Writes fields with the kit's own call. */
const change = (c: Context, input: Record<string, unknown>) =>
  (made.handlers['submit'] as (c: Context, input: Record<string, unknown>) => Promise<unknown>)(c, input);

/** Returns a task that the caller reaches. @throws NOT_FOUND */
async function taskFor({ app, actor }: Context, id: bigint) {
  const [row] = await app.db.drizzle
    .select()
    .from(tasks)
    .where(and(visible(actor, tasks, 'owner'), eq(tasks.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

const flowOf = async (c: Context, id: bigint | undefined) =>
  id === undefined ? EMPTY_FLOW : ((await taskFor(c, id)).flowJson ?? EMPTY_FLOW);

export default made;
