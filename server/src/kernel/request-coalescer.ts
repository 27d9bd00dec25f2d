interface Line<T> {
  readonly current: Promise<T>;
  next?: Promise<T>;
}

/**
 * Runs work once for all concurrent requests of the same. A request during a run does not get its result, which may be older than the
 * request, but shares the next run.
 */
export class RequestCoalescer<T> {
  readonly #lines = new Map<string, Line<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key);
    if (line === undefined) return this.#start(key, work);
    line.next ??= line.current.then(
      () => this.#start(key, work),
      () => this.#start(key, work),
    );
    return line.next;
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    const line: Line<T> = { current: work() };
    this.#lines.set(key, line);
    const end = () => {
      if (line.next === undefined) this.#lines.delete(key);
    };
    line.current.then(end, end);
    return line.current;
  }
}
