import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { smppBindState } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { eq } from 'drizzle-orm';
import type { App } from '../../../../../kernel/app/index.ts';
import { defineService, type Service } from '../../../../../kernel/jobs/index.ts';
import { openSecretOf } from '../../../../../kernel/resource/sealed.ts';
import { bearRate, OUTCOME, recordExchange } from '../../health.ts';
import { isolateAndTell } from '../../isolation.ts';
import { type ProviderRow, providers } from '../../tables.ts';
import { storeTogether } from '../batches.ts';
import { MESSAGE_RECEIPT } from '../webhook.ts';
import {
  type BindKey,
  type BindView,
  giveBindsBack,
  lookAtBinds,
  recordBind,
  recordThrottled,
  takeBinds,
} from './binds.ts';
import { learnHere } from './learn.ts';
import { Link, type LinkChange } from './link.ts';
import { profileOf } from './profile.ts';
import { bodyOfAnswer } from './reader.ts';
import { receiver } from './receive.ts';
import { type LateAnswer, SendQueue } from './send-queue.ts';

/** How long links outlive a lost database: they go on answering the SMSC, which then repeats its messages later. */
const LINGER_MILLIS = 120_000;
const RELEASE_MILLIS = 2000;
const STOP_MILLIS = 5000;
const { connecting, bound, waiting, refused } = smppBindState.is;
const STATES: Readonly<Record<LinkChange['state'], number>> = { connecting, bound, failed: waiting, refused };

/** A provider with links on this node. */
interface Held {
  readonly queue: SendQueue;
  /** Changes when settings of its links do. */
  readonly digest: string;
  readonly row: ProviderRow;
  readonly links: Map<number, Link>;
}

/** The links of one process, by provider. They outlive sessions of its worker. */
class Links {
  readonly held = new Map<bigint, Held>();
  workerId: bigint | null = null;
  #lingering: NodeJS.Timeout | undefined;
  /** The share of each provider's bound links that this node has. */
  readonly #shares = new Map<bigint, number>();
  #notes: Promise<unknown> = Promise.resolve();

  /** Takes over for a worker session; links of the one before stay when nobody else holds their binds. */
  async attach(app: App, workerId: bigint): Promise<void> {
    clearTimeout(this.#lingering);
    const former = this.workerId;
    this.workerId = workerId;
    if (this.held.size === 0) return;
    const mine = this.all();
    const kept = former === null ? [] : await takeBinds(app.db.drizzle, workerId, mine, former);
    const isKept = new Set(kept.map(nameOf));
    await this.stop(mine.filter((bind) => !isKept.has(nameOf(bind))));
  }

  /** Ends a worker session: unbinds, or keeps the links for a while when the database is away. */
  async detach(app: App): Promise<void> {
    const { workerId } = this;
    if (workerId === null || this.held.size === 0) return;
    const released = await within(RELEASE_MILLIS, giveBindsBack(app.db.drizzle, workerId, null));
    if (released) await within(STOP_MILLIS, this.stop(this.all()));
    else this.#lingering = setTimeout(() => void this.stop(this.all()), LINGER_MILLIS).unref();
  }

  all(): BindKey[] {
    return [...this.held].flatMap(([providerId, { links }]) =>
      [...links.keys()].map((bindNo) => ({ providerId, bindNo })),
    );
  }

  async stop(binds: readonly BindKey[]): Promise<void> {
    await Promise.all(
      binds.map(async ({ providerId, bindNo }) => {
        const held = this.held.get(providerId);
        const link = held?.links.get(bindNo);
        held?.links.delete(bindNo);
        if (held?.links.size === 0) this.held.delete(providerId);
        await link?.stop();
      }),
    );
  }

  /** Brings the links in line with the rows: gives back, takes over, connects anew after changes. */
  async tick(app: App, workerId: bigint): Promise<void> {
    const { drizzle } = app.db;
    const view = await lookAtBinds(drizzle);
    const mine = view.wanted.filter((bind) => bind.workerId === workerId);
    const share = Math.ceil(view.wanted.length / view.workers);
    const excess = mine.slice(share).slice(0, 1);
    const kept = new Set(mine.filter((bind) => !excess.includes(bind)).map(nameOf));
    const changed = new Set(await this.#changed(app));
    const ended = this.all().filter((bind) => !kept.has(nameOf(bind)) || changed.has(bind.providerId));
    // Unbound first: the next holder would be one too many for the SMSC.
    if (ended.length > 0) await within(STOP_MILLIS, this.stop(ended));
    const released = ended.filter((bind) => !kept.has(nameOf(bind)));
    if (released.length > 0) await giveBindsBack(drizzle, workerId, released);
    const freeBinds = spread(view, workerId).slice(0, Math.max(0, share - mine.length));
    const taken = await takeBinds(drizzle, workerId, freeBinds);
    // Binds of this worker without a link: taken now, or ended for a change.
    for (const bind of [...mine.filter((one) => kept.has(nameOf(one))), ...taken])
      if (!this.held.get(bind.providerId)?.links.has(bind.bindNo)) await this.#start(app, workerId, bind);
    for (const [id, { queue, links }] of this.held) {
      const own = [...links.values()].filter(({ isBound }) => isBound).length;
      const share = own / Math.max(own, view.bound.get(id) ?? 0, 1);
      this.#shares.set(id, share);
      queue.setRate((view.rates.get(id) ?? 1) * share);
    }
    await learnHere(app, this.boundQueues());
  }

  boundQueues(): ReadonlyMap<bigint, SendQueue> {
    return new Map([...this.held].flatMap(([id, { queue }]) => (queue.isBound ? [[id, queue] as const] : [])));
  }

  async #changed(app: App): Promise<bigint[]> {
    const changed: bigint[] = [];
    for (const [id, { digest }] of this.held) {
      const row = await rowOf(app, id);
      if (row && digestOf(app, row) !== digest) changed.push(id);
    }
    return changed;
  }

  async #start(app: App, workerId: bigint, { providerId, bindNo }: BindKey): Promise<void> {
    const row = this.held.get(providerId)?.row ?? (await rowOf(app, providerId));
    if (!row) return;
    const held = this.held.get(providerId) ?? {
      queue: new SendQueue(
        profileOf(row),
        (rate) => this.#recordRate(app, providerId, rate),
        (answer) => this.#storeLate(app, row, answer),
      ),
      ...{ digest: digestOf(app, row), row, links: new Map<number, Link>() },
    };
    this.held.set(providerId, held);
    const key = { providerId, bindNo };
    const { profile } = held.queue;
    const link = new Link(held.queue, {
      bindNo,
      isPair: profile.isPair,
      window: profile.window,
      session: {
        address: row.endpoint,
        systemId: row.systemId ?? '',
        systemType: row.systemType ?? '',
        password: openSecretOf(app.secrets, provider, row, 'apiKey'),
        outbound: app.outbound,
        times: { answer: row.timeoutMs },
        onMessage: receiver(app, row),
      },
      onState: (change) => this.#note(app, key, change),
      onThrottled: (pauseMillis) =>
        void app.db
          .tx(async (tx) => {
            await recordThrottled(tx, this.workerId ?? workerId, key, pauseMillis);
            await recordExchange(tx, providerId, { outcome: OUTCOME.throttled, lines: 0, millis: 0 });
          })
          .catch((error: unknown) => app.log.warn({ err: error }, 'the pause of a bind could not be noted')),
    });
    held.links.set(bindNo, link);
    link.start();
  }

  /** Notes the rate that an SMSC accepts from all nodes, from the rate that it accepts from this one. */
  #recordRate(app: App, providerId: bigint, rate: number): void {
    bearRate(app.db.drizzle, providerId, rate / (this.#shares.get(providerId) || 1)).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the rate of a provider could not be noted'),
    );
  }

  /** Stores a late answer like a message of the SMSC: it is applied with the receipts. */
  #storeLate(app: App, { id, tenantId }: ProviderRow, answer: LateAnswer): void {
    const dedupeKey = `late ${answer.reference} ${answer.partNo}`;
    const callback = { tenantId, kind: MESSAGE_RECEIPT, id, dedupeKey, body: bodyOfAnswer(answer, new Date()) };
    storeTogether(app, [callback]).catch((error: unknown) =>
      app.log.warn({ err: error }, 'a late answer could not be stored'),
    );
  }

  /** Notes a change of a bind; a refused account isolates its provider. Failures count for the breaker, one for each loss. */
  #note(app: App, key: BindKey, change: LinkChange): void {
    const { workerId } = this;
    if (workerId === null) return;
    const { error = null, pauseMillis = null } = 'error' in change ? change : {};
    const note = () =>
      app.db.tx(async (tx) => {
        await recordBind(tx, workerId, key, { state: STATES[change.state], error, pauseMillis });
        if (!('error' in change)) return;
        await recordExchange(tx, key.providerId, { outcome: OUTCOME.failed, lines: 0, millis: 0, error: change.error });
        if (change.state === 'refused') await isolateAndTell(tx, key.providerId, change.error);
      });
    // One after another: a state must not be overwritten by the one before.
    this.#notes = this.#notes
      .then(note)
      .catch((cause: unknown) => app.log.warn({ err: cause }, 'the state of a bind could not be noted'));
  }
}

const nameOf = ({ providerId, bindNo }: BindKey): string => `${providerId}/${bindNo}`;

/** Returns the free binds, those of providers first of which this worker has the fewest. */
function spread({ wanted }: BindView, workerId: bigint): readonly BindKey[] {
  const own = new Map<bigint, number>();
  for (const bind of wanted)
    if (bind.workerId === workerId) own.set(bind.providerId, (own.get(bind.providerId) ?? 0) + 1);
  return wanted
    .filter((bind) => bind.workerId === null)
    .toSorted((a, b) => (own.get(a.providerId) ?? 0) - (own.get(b.providerId) ?? 0));
}

const rowOf = async (app: App, id: bigint): Promise<ProviderRow | null> => {
  const [row] = await app.db.drizzle.select().from(providers).where(eq(providers.id, id));
  return row ?? null;
};

const digestOf = (_app: App, row: ProviderRow): string => {
  const { endpoint, apiKey, timeoutMs, systemId, systemType, bindMode, windowSize, longMode, defaultAlphabet } = row;
  const { addressing, receiptParts, idForm, receiptZone } = row;
  const all = [endpoint, apiKey, timeoutMs, systemId, systemType, bindMode, windowSize, longMode, defaultAlphabet];
  return createHash('sha256')
    .update(JSON.stringify([...all, addressing, receiptParts, idForm, receiptZone]))
    .digest('hex');
};

/** Waits for work, but not longer. @returns whether it ended well in time */
async function within(millis: number, work: PromiseLike<unknown>): Promise<boolean> {
  return Promise.race([
    Promise.resolve(work).then(
      () => true,
      () => false,
    ),
    sleep(millis, false, { ref: false }),
  ]);
}

/** By the secrets of a process, which calls and jobs share. */
const processes = new WeakMap<App['secrets'], Links>();

function linksOf({ secrets }: Pick<App, 'secrets'>): Links {
  const links = processes.get(secrets) ?? new Links();
  processes.set(secrets, links);
  return links;
}

/** Returns the providers with a bound link on this node: only it hands messages to them. */
export const localSenders = (app: Pick<App, 'secrets'>): readonly bigint[] => [...linksOf(app).boundQueues().keys()];

/** Returns the queue of a provider with a bound link on this node. */
export const queueOf = (app: Pick<App, 'secrets'>, id: bigint): SendQueue | undefined =>
  linksOf(app).boundQueues().get(id);

/** Keeps the binds of SMPP providers: each is held by one node, taken over when that node dies, and connected again after a loss. */
export const smppService: Service = defineService({
  name: 'providers/smpp',
  start: async (app, workerId) => {
    const stopping = new AbortController();
    const links = linksOf(app);
    const loop = (async () => {
      let isAttached = false;
      while (!stopping.signal.aborted) {
        await (isAttached ? links.tick(app, workerId) : links.attach(app, workerId)).then(
          () => {
            isAttached = true;
          },
          (error: unknown) => app.log.warn({ err: error }, 'binds could not be looked after'),
        );
        await sleep(app.config.tickMillis, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    })();
    return {
      stop: async () => {
        stopping.abort();
        await within(STOP_MILLIS, loop);
        await links.detach(app);
      },
    };
  },
});
