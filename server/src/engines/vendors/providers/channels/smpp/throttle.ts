/** Pauses of a bind while the SMSC takes nothing: the first, and the longest. */
const PAUSE_MILLIS = { first: 50, most: 60_000 };
/** A period of counting: so long, and long enough for so many parts at the present rate. */
const PERIOD = { millis: 1000, parts: 20 };
/** A smaller share of throttled parts does not lower the rate: some SMSCs throttle a few parts whatever the rate is. */
const TOLERATED = 0.1;
/** In a period the rate falls to no less than this share: less was accepted where less was sent. */
const LEAST = 0.5;
/** The same of a low rate of which half was accepted: an SMSC that wants pauses between parts accepts fewer of those that come unevenly. */
const LEAST_OF_FEW = 0.85;

/** The pauses of one bind after throttled parts: none while the SMSC accepts others in between, else twice as long each time. */
export class ThrottlePause {
  #millis = 0;
  #hasAccepted = true;

  recordAccepted(): void {
    this.#hasAccepted = true;
  }

  /** Returns the pause after a throttled part; at least so long. */
  next(leastMillis: number): number {
    const { first, most } = PAUSE_MILLIS;
    this.#millis = this.#hasAccepted ? this.#millis / 2 : Math.min(most, Math.max(first, this.#millis * 2));
    this.#hasAccepted = false;
    return Math.max(leastMillis, this.#millis < first ? 0 : this.#millis);
  }
}

/** Counts the answers of a period, which begins with a throttled part. */
export class ThrottleMeter {
  #accepted = 0;
  #throttled = 0;

  get isCounting(): boolean {
    return this.#throttled > 0;
  }

  recordAccepted(): void {
    if (this.isCounting) this.#accepted += 1;
  }

  recordThrottled(): void {
    this.#throttled += 1;
  }

  /** Returns how long a period lasts that begins at a rate. */
  static millisAt(rate: number): number {
    return Math.max(PERIOD.millis, (PERIOD.parts / rate) * 1000);
  }

  /** Ends a period of a length. @returns the parts a second that the SMSC bears, of those that were sent */
  end(rate: number, millis: number): number {
    const [accepted, throttled] = [this.#accepted, this.#throttled];
    this.#accepted = 0;
    this.#throttled = 0;
    if (throttled <= TOLERATED * (accepted + throttled)) return rate;
    const borne = (accepted * 1000) / millis;
    const isFew = rate < PERIOD.parts && borne >= rate * LEAST;
    return Math.min(rate, Math.max(borne, rate * (isFew ? LEAST_OF_FEW : LEAST)));
  }
}
