import {
  COMMAND,
  messageIdOf,
  NoAnswer,
  NotWritten,
  type Pdu,
  STATUS,
  type Submission,
  statusName,
  statusText,
  submitBody,
} from '../../../smpp/index.ts';
import { NotSent } from '../../ports.ts';
import { Busy, type Handed, type HandedPart, InDoubt } from '../ports.ts';
import { keyOfAnswer } from './ids.ts';
import type { Bind, Job, Part } from './parts.ts';
import type { SmppProfile } from './profile.ts';
import { ThrottleMeter } from './throttle.ts';

/** A text whose first part is not written within this time is not begun. */
const BEGIN_MILLIS = 20_000;
/** Parts of a text that was begun are written within this time. */
export const WRITE_MILLIS = 60_000;
/** After so many answers "queue full" it is the queue of the recipient and not of the SMSC. */
const FULL_TRIES = 3;
/** Pause of a bind before such a part is tried again. */
const FULL_MILLIS = 1000;
const REFERENCES_MAX = 10_000;
/** Tokens that may be saved up, in seconds of the rate. */
const BURST_SECONDS = 0.1;
const BUSY_MILLIS = 1000;

const { ESME_ROK, ESME_RTHROTTLED, ESME_RMSGQFUL, ESME_RINVBNDSTS, ESME_RALYBND } = STATUS;

/** An answer to a part that came after its text had been settled in doubt. */
export interface LateAnswer extends HandedPart {
  /** Ours, of the text. */
  readonly reference: string;
}

/** Hands the texts of one provider to its links on this node: at its rate, the parts of a text one after another on one bind. */
export class SendQueue {
  readonly profile: SmppProfile;
  readonly #links = new Set<Bind>();
  #waiting: Job[] = [];
  #orders = 0;
  #rate = 1;
  #tokens = 0;
  #filled = performance.now();
  #timer: NodeJS.Timeout | undefined;
  readonly #references = new Map<string, number>();
  readonly #meter = new ThrottleMeter();
  readonly #onThrottled: (rate: number) => void;
  readonly #onLate: (answer: LateAnswer) => void;

  /**
   * `onThrottled` gets the parts a second that the SMSC bears from this node, once a period in which it throttled; `onLate` the answers to parts
   * of texts that were settled in doubt.
   */
  constructor(
    profile: SmppProfile,
    onThrottled: (rate: number) => void = () => undefined,
    onLate: (answer: LateAnswer) => void = () => undefined,
  ) {
    this.profile = profile;
    this.#onThrottled = onThrottled;
    this.#onLate = onLate;
  }

  get links(): ReadonlySet<Bind> {
    return this.#links;
  }

  get isBound(): boolean {
    return [...this.#links].some(({ isBound }) => isBound);
  }

  /** Sets the parts a second that this node may send. */
  setRate(rate: number): void {
    this.#rate = Math.max(0.01, rate);
    this.pump();
  }

  add(link: Bind): void {
    this.#links.add(link);
    this.pump();
  }

  remove(link: Bind): void {
    this.#links.delete(link);
  }

  /** Returns the next reference of a pair of addresses: two texts on their way to one phone never share it. */
  nextReference(pair: string): number {
    const next = ((this.#references.get(pair) ?? Math.floor(Math.random() * 0xffff)) + 1) & 0xffff;
    this.#references.delete(pair);
    this.#references.set(pair, next);
    if (this.#references.size > REFERENCES_MAX) {
      const [oldest] = this.#references.keys();
      if (oldest !== undefined) this.#references.delete(oldest);
    }
    return next;
  }

  /**
   * Sends the parts of a text and returns their answers. Answers that come after it was settled in doubt are reported by its `reference`.
   * @throws Busy when nothing was written in time; InDoubt with the known parts
   */
  send(submissions: readonly Submission[], signal: AbortSignal, reference: string | null = null): Promise<Handed> {
    if (signal.aborted) return Promise.reject(new NotSent('cancelled'));
    const wait = this.#pause();
    if (wait > BEGIN_MILLIS) return Promise.reject(new Busy('the SMSC throttles', wait));
    if (!this.isBound) return Promise.reject(new Busy('no bind on this node', BUSY_MILLIS));
    return new Promise((resolve, reject) => {
      const timers = [
        setTimeout(() => this.#giveUp(job, true), BEGIN_MILLIS),
        setTimeout(() => this.#giveUp(job, false), WRITE_MILLIS),
      ];
      const job: Job = {
        order: this.#orders++,
        reference,
        parts: submissions.map((submission, index) => ({
          get job() {
            return job;
          },
          ...{
            partNo: index + 1,
            body: submitBody(submission),
            state: 'waiting',
            vendorId: null,
            error: null,
            fullTries: 0,
          },
        })),
        isBegun: false,
        isGivenUp: false,
        isSettled: false,
        settle: (outcome) => {
          if (job.isSettled) return;
          job.isSettled = true;
          for (const timer of timers) clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      const onAbort = () => this.#giveUp(job, true);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.pump();
    });
  }

  /** Takes back texts of a link that ended: those without a doubt go on over another one. */
  takeBack(jobs: Iterable<Job>): void {
    const back = [...new Set(jobs)].filter((job) => !job.isSettled && hasWaiting(job));
    this.#waiting = [...back, ...this.#waiting].toSorted((a, b) => a.order - b.order);
    for (const job of back) this.#end(job);
    this.pump();
  }

  /** Writes as many parts as links, windows and rate allow. */
  pump(): void {
    clearTimeout(this.#timer);
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (const link of this.#links) {
        if (!link.canSend) continue;
        const part = link.nextPart() ?? this.#begin(link);
        if (!part) continue;
        const wait = this.#take();
        if (wait > 0) {
          link.putBack(part);
          this.#timer = setTimeout(() => this.pump(), wait).unref();
          return;
        }
        this.#write(link, part);
        isMoving = true;
      }
    }
    const pauses = [...this.#links].map(({ pausedMillis }) => pausedMillis).filter((pause) => pause > 0);
    if (pauses.length > 0) this.#timer = setTimeout(() => this.pump(), Math.min(...pauses) + 1).unref();
  }

  /** Gives a link the next text, and returns its first part that waits. */
  #begin(link: Bind): Part | undefined {
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift())
      if (!job.isSettled && !job.isGivenUp && hasWaiting(job)) {
        link.current = job;
        return link.nextPart();
      }
    return undefined;
  }

  /** Takes a token. @returns the milliseconds until there is one; 0 when taken */
  #take(): number {
    const now = performance.now();
    const most = Math.max(1, this.#rate * BURST_SECONDS);
    this.#tokens = Math.min(most, this.#tokens + ((now - this.#filled) / 1000) * this.#rate);
    this.#filled = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) / this.#rate) * 1000);
    this.#tokens -= 1;
    return 0;
  }

  /** Returns the milliseconds until a bound link may send; 0 for now, infinite without a link. */
  #pause(): number {
    const pauses = [...this.#links].filter(({ isBound }) => isBound).map(({ pausedMillis }) => pausedMillis);
    return pauses.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...pauses);
  }

  #write(link: Bind, part: Part): void {
    part.state = 'sent';
    part.job.isBegun = true;
    link.request(COMMAND.submitSm, part.body).then(
      (answer) => this.#answered(link, part, answer),
      (error: unknown) => {
        if (error instanceof NotWritten) {
          part.state = 'waiting';
          this.takeBack([part.job]);
        } else {
          part.state = 'doubt';
          part.error = { code: 'NO_ANSWER', text: error instanceof Error ? error.message : String(error) };
          if (error instanceof NoAnswer) void error.late?.then((answer) => this.#answeredLate(part, answer));
          this.#end(part.job);
          this.pump();
        }
      },
    );
  }

  /** Resolves the doubt about a part: within its text while other parts are on their way, else by a report. */
  #answeredLate(part: Part, answer: Pdu): void {
    const { job } = part;
    const { status } = answer;
    part.state = status === ESME_ROK ? 'accepted' : 'refused';
    part.vendorId = status === ESME_ROK ? messageIdOf(answer) : null;
    part.error = status === ESME_ROK ? null : { code: statusName(status), text: statusText(status) };
    if (!job.isSettled) this.#end(job);
    else if (job.reference !== null) this.#onLate({ ...this.#handed(part), reference: job.reference });
  }

  #answered(link: Bind, part: Part, answer: Pdu): void {
    const { status } = answer;
    const isFull = status === ESME_RMSGQFUL && ++part.fullTries < FULL_TRIES;
    if (status === ESME_ROK) {
      part.state = 'accepted';
      part.vendorId = messageIdOf(answer);
      link.recordAccepted();
      this.#meter.recordAccepted();
    } else if (status === ESME_RTHROTTLED || isFull) {
      part.state = 'waiting';
      if (!isFull) this.#recordThrottled();
      link.throttle(part, isFull ? FULL_MILLIS : 0);
    } else if (status === ESME_RINVBNDSTS || status === ESME_RALYBND) {
      part.state = 'waiting';
      link.outOfStep(part, statusText(status));
    } else {
      part.state = 'refused';
      part.error = { code: statusName(status), text: statusText(status) };
    }
    this.#end(part.job);
    this.pump();
  }

  /** Begins a period, at whose end the rate falls to what was accepted in it. */
  #recordThrottled(): void {
    if (!this.#meter.isCounting) {
      const millis = ThrottleMeter.millisAt(this.#rate);
      setTimeout(() => {
        this.#rate = this.#meter.end(this.#rate, millis);
        this.#onThrottled(this.#rate);
      }, millis).unref();
    }
    this.#meter.recordThrottled();
  }

  #giveUp(job: Job, onlyUnbegun: boolean): void {
    if (job.isSettled || (onlyUnbegun && job.isBegun)) return;
    job.isGivenUp = true;
    this.#end(job);
    this.#waiting = this.#waiting.filter((one) => one !== job);
  }

  /** Settles a text of which nothing is on its way any more. */
  #end(job: Job): void {
    const { parts } = job;
    if (parts.some(({ state }) => state === 'refused' || state === 'doubt')) job.isGivenUp = true;
    if (job.isSettled || parts.some(({ state }) => state === 'sent')) return;
    if (!job.isGivenUp && hasWaiting(job)) return;
    const handed = parts.map((part) => this.#handed(part));
    const [refused] = parts.flatMap(({ state, error }) => (state === 'refused' && error ? [error] : []));
    if (parts.some(({ state }) => state === 'doubt')) job.settle(new InDoubt('the SMSC did not answer', handed));
    else if (parts.some(({ state }) => state === 'accepted'))
      job.settle({
        state: 'accepted',
        messageId: handed.find(({ vendorKey }) => vendorKey)?.vendorKey ?? '',
        parts: handed,
      });
    else
      job.settle(
        refused ? { state: 'refused', error: refused } : new Busy('the SMSC takes nothing', this.#busyMillis()),
      );
  }

  #busyMillis(): number {
    const pause = this.#pause();
    return Number.isFinite(pause) ? Math.max(pause, BUSY_MILLIS) : BUSY_MILLIS;
  }

  #handed({ partNo, state, vendorId, error }: Part): HandedPart {
    const unsent = { code: 'NOT_SENT', text: 'not submitted' };
    return {
      partNo,
      vendorId,
      vendorKey: vendorId === null ? null : keyOfAnswer(this.profile.idForm, vendorId),
      // A doubt has neither an id nor an error.
      error: state === 'waiting' ? unsent : state === 'doubt' ? null : error,
    };
  }
}

const hasWaiting = ({ parts }: Job): boolean => parts.some(({ state }) => state === 'waiting');
