import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import {
  cancelOutbound,
  createOutbound,
  type NewOutbound,
  OUTBOUND_TYPE,
  returnOutbound,
} from '../engines/stock/inventory/index.ts';
import type { Demo } from './demo.ts';
import { backdateNoteNumber } from './trade.ts';

/** Delivery notes without an order: a trial that came back and cools down, an internal one, a draft, one given up. */
export function scheduleInternalNotes(demo: Demo): void {
  const { timeline, tx, people } = demo;
  const keeper = people.staff.warehouse;
  timeline.add(timeline.dayAt(56, 10), async (at) => {
    const trial = await write(
      demo,
      at,
      internal('US', 90, '通道压力测试（演示） / Load test of a channel (demo)'),
      'deliver',
    );
    timeline.add(
      timeline.dayAt(50, 10),
      async () => void (await returnOutbound(tx, keeper, trial, undefined, '测试结束（演示） / Test over (demo)')),
    );
  });
  timeline.add(
    timeline.dayAt(15, 11),
    async (at) =>
      void (await write(
        demo,
        at,
        internal('GB', 12, '客服测试号（演示） / Test numbers for support (demo)'),
        'deliver',
      )),
  );
  timeline.add(timeline.dayAt(5, 11), async (at) => {
    const given = await write(demo, at, internal('CA', 20, '展会样号（演示） / Samples for a fair (demo)'), 'reserve');
    timeline.add(
      timeline.dayAt(5, 12),
      async () => void (await cancelOutbound(tx, keeper, given, '改期（演示） / Postponed (demo)')),
    );
  });
  timeline.add(timeline.dayAt(1, 11), async (at) => {
    const [customer] = people.buyers;
    const agent = customer
      ? { id: customer.actor.userId, name: customer.actor.realName, ownerPath: customer.actor.ownerPath }
      : null;
    await write(
      demo,
      at,
      {
        ...internal('US', 30, '换货待确认（演示） / Replacement to be confirmed (demo)'),
        outboundType: OUTBOUND_TYPE.replacement,
        agent,
      },
      'draft',
    );
    await write(demo, at, internal('DO', 15, '盘点抽样（演示） / Sample for a stock-take (demo)'), 'draft');
  });
}

const internal = (countryCode: string, quantity: number, reason: string): NewOutbound => ({
  outboundType: OUTBOUND_TYPE.internal,
  agent: null,
  criteria: { businessType: businessType.is.whatsapp, countryCode },
  quantity,
  currency: BOOK_CURRENCY,
  reason,
});

async function write(demo: Demo, at: Date, note: NewOutbound, mode: 'draft' | 'reserve' | 'deliver'): Promise<bigint> {
  const { id } = await createOutbound(demo.tx, demo.people.staff.warehouse, note, mode);
  await backdateNoteNumber(demo, id, at);
  return id;
}
