import { openPause } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { receiver } from '../../../testing/partner.ts';
import { dropWaiting, endpoints, resend, sendTest, WORKING, webhookId, webhookService } from './index.ts';
import { DELIVERY_STATE } from './tables.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
let status = 200;
const { received, url, close } = await receiver(() => ({ status }));
afterAll(async () => {
  close();
  await product.close();
});
const { app, db } = product;
const { waiting, delivered, failed } = DELIVERY_STATE;
/** Attempts after which a delivery is given up, and those that its log shows. */
const TRIES_MAX = 9;
const SHOWN = 20;
const STEPS = 40;

const step = fc.record({
  kind: fc.constantFrom(
    ...(['event', 'event', 'send', 'send', 'send', 'send', 'storm', 'resend', 'resend', 'resend-failed'] as const),
    ...(['resume', 'drop', 'age'] as const),
  ),
  which: fc.nat(20),
  many: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom(200, 200, 204, 500, 500, 503, 302, 410),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Delivery {
  readonly event: string;
  state: number;
  /** Since it was sent again. */
  tries: number;
  attempts: number[];
}

/** An endpoint in plain words: its deliveries, the failures in a row, and why nothing is sent. */
interface Model {
  readonly id: bigint;
  readonly deliveries: Map<string, Delivery>;
  failures: number;
  isOld: boolean;
  pause: number | null;
}

async function open(): Promise<Model> {
  const agent = await product.agent();
  const { body } = await agent.post('open/endpoint/create', { endpointName: 'Shop', url, events: 1 });
  expect(body.code, body.msg).toBe(200);
  return { id: BigInt(body.data.id), deliveries: new Map(), failures: 0, isOld: false, pause: null };
}

const change = (model: Model, values: Partial<typeof endpoints.$inferInsert>) =>
  db.drizzle.update(endpoints).set(values).where(eq(endpoints.id, model.id));

/** Lets one delivery be due, and hands it over to a receiver that answers with a status. */
async function send(model: Model, id: string, answer: number): Promise<void> {
  await db.pool.query(
    `update open_delivery set next_time = now() + case when id = $2 then interval '0' else interval '1 day' end where endpoint_id = $1 and state = 0`,
    [model.id, id],
  );
  await change(model, { restUntil: null });
  status = answer;
  const before = received.length;
  await webhookService.handOver(app);
  const one = model.deliveries.get(id);
  if (one?.state !== waiting || model.pause !== null) return expect(received.length).toBe(before);
  expect(received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([webhookId(one.event)]);
  one.tries += 1;
  one.attempts = [answer, ...one.attempts].slice(0, SHOWN);
  if (answer < 300) {
    one.state = delivered;
    Object.assign(model, { failures: 0, isOld: false });
    return;
  }
  one.state = answer === 410 || one.tries === TRIES_MAX ? failed : waiting;
  model.failures += 1;
  if (answer === 410) model.pause = openPause.is.gone;
  else if (model.isOld) model.pause = openPause.is.dead;
  if (model.pause !== null)
    for (const other of model.deliveries.values()) if (other.state === waiting) other.state = failed;
}

/** Opens deliveries again in the model. @returns how many */
function again(which: readonly Delivery[]): number {
  for (const one of which) Object.assign(one, { state: waiting, tries: 0 });
  return which.length;
}

async function play(model: Model, { kind, which, many, status: answer }: Step): Promise<void> {
  const all = [...model.deliveries];
  const [id = '0'] = all[which % Math.max(all.length, 1)] ?? [];
  switch (kind) {
    case 'event': {
      const [row] = await db.drizzle.select().from(endpoints).where(eq(endpoints.id, model.id));
      if (!row) return;
      const made = String(await db.tx((tx) => sendTest(tx, row)));
      const { rows } = await db.pool.query<{ event: string }>(
        'select event_id::text as event from open_delivery where id = $1',
        [made],
      );
      model.deliveries.set(made, { event: rows[0]?.event ?? '', state: waiting, tries: 0, attempts: [] });
      return;
    }
    case 'send':
      return send(model, id, answer);
    case 'storm':
      for (let n = 0; n < TRIES_MAX; n += 1) await send(model, id, 500);
      return;
    case 'resend': {
      const chosen = all.slice(which % Math.max(all.length, 1)).slice(0, many);
      const ids = chosen.map(([one]) => BigInt(one));
      const sent = await db.tx((tx) => resend(tx, '000000', { ids }));
      return expect(sent).toBe(again(chosen.map(([, one]) => one).filter(({ state }) => state !== waiting)));
    }
    case 'resend-failed': {
      const since = new Date('2020-01-01T00:00:00Z');
      const sent = await db.tx((tx) => resend(tx, '000000', { endpointId: model.id, since }));
      return expect(sent).toBe(again(all.map(([, one]) => one).filter(({ state }) => state === failed)));
    }
    case 'resume':
      await change(model, WORKING);
      Object.assign(model, { pause: null, failures: 0, isOld: false });
      return;
    case 'drop':
      await db.tx((tx) => dropWaiting(tx, [model.id]));
      for (const [, one] of all) if (one.state === waiting) one.state = failed;
      return;
    case 'age':
      if (model.failures === 0) return;
      await change(model, { failingSince: new Date(Date.now() - 73 * 3_600_000) });
      model.isOld = true;
  }
}

async function expectAs(model: Model): Promise<void> {
  const { rows } = await db.pool.query<Delivery & { id: string }>(
    `select id::text, event_id::text as event, state, tries, (select coalesce(jsonb_agg(a -> 'status'), '[]') from jsonb_array_elements(attempts) a) as attempts
     from open_delivery where endpoint_id = $1 order by open_delivery.id`,
    [model.id],
  );
  expect(rows.map(({ id, ...one }) => [id, one])).toEqual([...model.deliveries]);
  const [row] = await db.drizzle.select().from(endpoints).where(eq(endpoints.id, model.id));
  expect([row?.failures, row?.pauseReason, row?.pausedTime !== null]).toEqual([
    model.failures,
    model.pause,
    model.pause !== null,
  ]);
}

// A failure prints the seed; WEBHOOKS_SEED replays it, WEBHOOKS_RUNS plays more histories.
it('deliveries are tried nine times, from the start when sent again, and endpoints pause and resume as promised', async () => {
  const seed = Number(process.env['WEBHOOKS_SEED'] ?? process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  const numRuns = Number(process.env['WEBHOOKS_RUNS'] ?? 3);
  const programs = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), { seed, numRuns });
  for (const [run, program] of programs.entries()) {
    const model = await open();
    for (const [place, taken] of program.entries())
      try {
        await play(model, taken);
        await expectAs(model);
      } catch (error) {
        throw new Error(`seed ${seed}, history ${run}, step ${place} ${JSON.stringify(taken)}`, { cause: error });
      }
    await change(model, { pausedTime: new Date() });
  }
});
