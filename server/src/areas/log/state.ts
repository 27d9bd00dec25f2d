import { productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { stateLog } from '@trade-assistant/contract/areas/log/state.ts';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { type Dictionary, entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { taskEvents } from '@trade-assistant/contract/tasks/events.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { stateLogs } from '../../kernel/resource/states.ts';

type Row = typeof stateLogs.$inferSelect;

/** The name of the rows of a type, and their states. */
interface Subject {
  readonly title: Text;
  readonly states?: Dictionary | undefined;
  readonly resource?: Resource;
  /** Words of events that no resource declares. */
  readonly events?: Readonly<Record<string, Text>>;
}

const CREATED: Text = { zh: '新增', en: 'Added' };

/** Types that are not the name of a resource. */
const others: Readonly<Record<string, Subject>> = {
  outbound: { title: outbound.title, states: outbound.fields.status.dictionary, resource: outbound },
  product_order: { title: productOrders.title, states: productOrderStatus },
  work_task: { title: { zh: '检测与消息任务', en: 'Check or message order' }, states: checkStatus, events: taskEvents },
  after_sale: { title: { zh: '售后', en: 'After-sale' } },
  batch: { title: { zh: '入库批次', en: 'Batch' } },
};

/** Returns the name of a type and its states; undefined for types of earlier versions. */
function subjectOf(c: Context, type: string): Subject | undefined {
  const resource = c.app.lists.resources.find(({ name }) => name === type);
  if (!resource) return others[type];
  return { title: resource.title, states: resource.fields[resource.stateField ?? '']?.dictionary, resource };
}

function shown(c: Context, { objectType, fromState, toState, event }: Row) {
  const subject = subjectOf(c, objectType);
  const states = subject?.states && c.app.dictionaries.current(subject.states);
  const nameOf = (state: number) => (states && entryOf(states, state)?.[c.locale]) ?? String(state);
  const { transitions, events, calls } = subject?.resource ?? {};
  const title = subject?.events?.[event] ?? events?.[event] ?? transitions?.[event]?.title ?? calls?.[event]?.title;
  return {
    objectTitle: subject?.title[c.locale] ?? objectType,
    change: fromState === null ? nameOf(toState) : `${nameOf(fromState)} → ${nameOf(toState)}`,
    event: (title ?? (fromState === null ? CREATED : undefined))?.[c.locale] ?? event,
  };
}

export default resourceRoutes(stateLog, stateLogs, {
  scope: 'tenant',
  computed: {
    fields: ['objectTitle', 'change', 'event'],
    fill: async (c, rows) => rows.map((row) => shown(c, row)),
  },
});
