/**
 * Runs work of one key one at a time. Callers who come during a run share the result of the next one, so that no result is
 * older than its request.
 */
export class SharedRuns<T> {
  readonly #runs = new Map<string, { readonly current: Promise<T>; next?: Promise<T> }>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#runs.get(key);
    if (!running) return this.#start(key, work);
    const again = () => this.#start(key, work);
    running.next ??= running.current.then(again, again);
    return running.next;
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    const current = work();
    const running = { current };
    this.#runs.set(key, running);
    const end = () => {
      if (this.#runs.get(key) === running && !('next' in running)) this.#runs.delete(key);
    };
    current.then(end, end);
    return current;
  }
}
