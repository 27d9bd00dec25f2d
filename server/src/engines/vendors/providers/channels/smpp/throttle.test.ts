import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gsm, type Pdu, STATUS, type Submission } from '../../../smpp/index.ts';
import { SPEED_UP, stepAfter } from '../../health.ts';
import type { Bind, Job, Part } from './parts.ts';
import { SendQueue } from './send-queue.ts';
import { ThrottleMeter, ThrottlePause } from './throttle.ts';

const profile = {
  ...{ isPair: false, window: 10, longMode: 1, alphabet: gsm, addressing: 1, receiptParts: 1, idForm: 1 },
  ...{ country: null, zone: 'UTC' },
} as const;

/** An SMSC that accepts so many parts a second, in its own way. */
type Peer = (now: number) => boolean;
const bucket = (limit: number, saved: number): Peer => {
  let [tokens, at] = [saved, performance.now()];
  return (now) => {
    tokens = Math.min(saved, tokens + ((now - at) / 1000) * limit);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};
const seconds = (limit: number): Peer => {
  const taken = new Map<number, number>();
  return (now) => {
    const second = Math.floor(now / 1000);
    const count = taken.get(second) ?? 0;
    if (count >= limit) return false;
    taken.set(second, count + 1);
    return true;
  };
};
const everyNth = (n: number): Peer => {
  let count = 0;
  return () => {
    count += 1;
    return count % n !== 0;
  };
};

const WINDOW = 10;
const LATENCY_MILLIS = 20;

/** A bind without a connection: the pauses are those of a link. */
class TestBind implements Bind {
  current: Job | null = null;
  readonly isBound = true;
  accepted = 0;
  throttled = 0;
  #pending = 0;
  #again: Part[] = [];
  #until = 0;
  readonly #pause = new ThrottlePause();
  readonly #peer: { accepts: Peer };
  constructor(peer: { accepts: Peer }) {
    this.#peer = peer;
  }
  get pausedMillis(): number {
    return Math.max(0, this.#until - performance.now());
  }
  get canSend(): boolean {
    return this.pausedMillis === 0 && this.#pending < WINDOW;
  }
  nextPart(): Part | undefined {
    const part = this.#again.shift() ?? this.current?.parts.find(({ state }) => state === 'waiting');
    if (!part) this.current = null;
    return part;
  }
  putBack(part: Part): void {
    if (part.job !== this.current) this.#again.unshift(part);
  }
  request(): Promise<Pdu> {
    this.#pending += 1;
    return new Promise((resolve) =>
      setTimeout(() => {
        const isAccepted = this.#peer.accepts(performance.now());
        this.#pending -= 1;
        if (isAccepted) this.accepted += 1;
        else this.throttled += 1;
        const status = isAccepted ? STATUS.ESME_ROK : STATUS.ESME_RTHROTTLED;
        resolve({ command: 0x80000004, status, sequence: 1, body: Buffer.from('7\0') });
      }, LATENCY_MILLIS),
    );
  }
  enquire = async (): Promise<void> => undefined;
  recordAccepted(): void {
    this.#pause.recordAccepted();
  }
  throttle(part: Part, leastMillis: number): void {
    this.#again.push(part);
    if (this.pausedMillis > 0) return;
    this.#until = performance.now() + this.#pause.next(leastMillis);
  }
  outOfStep(): void {}
}

const submission: Submission = {
  source: { ton: 1, npi: 1, address: '12025550100' },
  destination: { ton: 1, npi: 1, address: '12025550101' },
  ...{ esmClass: 0, registered: 0, dataCoding: 0, validity: '', text: Buffer.from('x') },
};

/** A queue that always has texts, or bursts of them, with the steps of the timer that speeds up. */
function simulate({ configured, binds = 1, peer }: { configured: number; binds?: number; peer: Peer }) {
  const current = { accepts: peer };
  let learned = configured;
  let throttledAt = Number.NEGATIVE_INFINITY;
  const queue = new SendQueue(profile, (rate) => {
    learned = Math.max(1, rate);
    throttledAt = performance.now();
    queue.setRate(learned);
  });
  const links = Array.from({ length: binds }, () => new TestBind(current));
  for (const link of links) queue.add(link);
  queue.setRate(configured);
  const { signal } = new AbortController();
  let waiting = 0;
  const add = (): void => {
    waiting += 1;
    const again = () => {
      waiting -= 1;
    };
    queue.send([submission], signal).then(again, again);
  };
  const pass = async (secondsLong: number, backlog: (second: number) => number) => {
    for (let second = 0; second < secondsLong; second += 1) {
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const wanted = backlog(second);
        while (waiting < wanted) add();
        await vi.advanceTimersByTimeAsync(100);
      }
      if (second % SPEED_UP.everySeconds === 0) {
        learned = Math.min(configured, learned * stepAfter((performance.now() - throttledAt) / 1000));
        queue.setRate(learned);
      }
    }
  };
  return {
    pass,
    /** Passes time with texts enough for any rate. */
    busy: (secondsLong: number) => pass(secondsLong, () => 100),
    become: (accepts: Peer) => {
      current.accepts = accepts;
    },
    rate: () => learned,
    accepted: () => links.reduce((sum, link) => sum + link.accepted, 0),
    throttled: () => links.reduce((sum, link) => sum + link.throttled, 0),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the learned rate', () => {
  const peers: readonly (readonly [name: string, of: (limit: number) => Peer])[] = [
    ['a twentieth of a second saved up', (limit) => bucket(limit, 1 + limit / 20)],
    ['a second saved up', (limit) => bucket(limit, limit)],
    ['three seconds saved up', (limit) => bucket(limit, 3 * limit)],
    ['whole seconds', seconds],
  ];
  it.each(
    peers.flatMap(([name, of]) =>
      [
        [5, 1],
        [30, 3],
        [180, 1],
      ].map(([limit = 0, binds = 0]) => [limit, name, binds, of] as const),
    ),
  )('comes to a true limit of %i a second, %s, over %i binds, and stays there', async (limit, _name, binds, of) => {
    const run = simulate({ configured: 200, binds, peer: of(limit) });
    await run.busy(120);
    const [from, throttledBefore] = [run.accepted(), run.throttled()];
    for (let check = 0; check < 18; check += 1) {
      await run.busy(5);
      expect(run.rate()).toBeGreaterThan(0.8 * limit);
      expect(run.rate()).toBeLessThan(1.2 * limit);
    }
    expect((run.accepted() - from) / 90).toBeGreaterThan(0.8 * limit);
    expect((run.throttled() - throttledBefore) / 90).toBeLessThan(0.2 * limit);
  });

  it('keeps what is accepted of an SMSC that throttles a few parts at any rate', async () => {
    const run = simulate({ configured: 200, peer: everyNth(17) });
    await run.busy(60);
    expect(run.rate()).toBeGreaterThan(180);
    expect(run.accepted() / 60).toBeGreaterThan(150);
  });

  it.each([
    ['two hundred texts each ten seconds', 10, 200],
    ['a hundred texts each four seconds', 4, 100],
  ])('comes to the limit in bursts, too: %s', async (_what, every, size) => {
    const run = simulate({ configured: 200, peer: bucket(20, 20) });
    await run.pass(120, (second) => (second % every === 0 ? size : 0));
    expect(run.rate()).toBeGreaterThan(0.8 * 20);
    expect(run.rate()).toBeLessThan(1.2 * 20);
  });

  it('is back within minutes once the SMSC accepts everything, from the lowest rate', async () => {
    const run = simulate({ configured: 200, peer: bucket(1, 1) });
    await run.busy(60);
    expect(run.rate()).toBeLessThan(2);
    run.become(() => true);
    await run.busy(240);
    expect(run.rate()).toBe(200);
  });

  it('follows a limit that rises and falls', async () => {
    const run = simulate({ configured: 200, peer: bucket(30, 30) });
    await run.busy(60);
    for (const limit of [90, 40]) {
      run.become(bucket(limit, limit));
      await run.busy(120);
      expect(Math.abs(run.rate() / limit - 1)).toBeLessThan(0.2);
    }
  });
});

describe('a period', () => {
  const ended = (accepted: number, throttled: number, rate = 200) => {
    const meter = new ThrottleMeter();
    for (let n = 0; n < throttled; n += 1) meter.recordThrottled();
    for (let n = 0; n < accepted; n += 1) meter.recordAccepted();
    return meter.end(rate, 1000);
  };

  it('lowers the rate to what was accepted, by no more than a half', () => {
    expect(ended(150, 50)).toBe(150);
    expect(ended(30, 170)).toBe(100);
    expect(ended(0, 3)).toBe(100);
    expect([ended(5, 5, 10), ended(4, 6, 10)]).toEqual([8.5, 5]);
  });

  it('does not lower it for a tenth of the parts', () => {
    expect([ended(90, 10), ended(89, 10)]).toEqual([200, 100]);
    expect([ended(180, 20), ended(179, 20)]).toEqual([200, 179]);
  });

  it('counts from its first throttled part', () => {
    const meter = new ThrottleMeter();
    meter.recordAccepted();
    expect(meter.isCounting).toBe(false);
    meter.recordThrottled();
    expect([meter.isCounting, meter.end(10, 1000), meter.isCounting]).toEqual([true, 5, false]);
  });
});
