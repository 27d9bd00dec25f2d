import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { FrequentStatements } from './frequent-statements.ts';
import { DatabaseUnavailable, sqlState } from './outage.ts';
import type { DatabaseWatch } from './watch.ts';

/** Messages of the server. */
const SIGNS_OF_LIFE = ['dataRow', 'copyData', 'readyForQuery'];

type Types = pg.CustomTypesConfig;
type Callback = (error: unknown, ...answer: unknown[]) => void;

export type ClientOptions = pg.ClientConfig & {
  readonly watch?: DatabaseWatch;
  readonly frequent?: FrequentStatements;
  readonly isPooled?: boolean;
};

/**
 * A connection whose statements the watch includes: it is cut when the database is silent. A statement that ends
 * without the database's answer fails with DatabaseUnavailable. Without a watch it is an ordinary client.
 */
export class WatchedClient extends pg.Client {
  readonly #watch: DatabaseWatch | undefined;
  #isLost = false;

  constructor(config: ClientOptions = {}) {
    // A pool hides the password from enumeration, and a spread would lose it.
    super({ ...config, ...(config.password && { password: config.password }) });
    this.#watch = config.watch;
    this.on('error', () => {
      this.#isLost = true;
    });
    // Rows of a long answer, and the end of each: a database that sends them is not silent.
    if (this.#watch) for (const event of SIGNS_OF_LIFE) this.connection.on(event, () => this.#watch?.heard());
    // One signature for the driver's eight overloads; results are passed on unchanged.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => this.#watched(query, args)) as typeof this.query;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const end = this.#watch?.wait(() => this.cut());
    const work = super.connect().then(
      () => {
        end?.();
        return this;
      },
      (error: unknown) => {
        end?.();
        throw error instanceof pg.DatabaseError
          ? error
          : new DatabaseUnavailable('away', false, 'No connection to the database', error);
      },
    );
    if (callback === undefined) return work;
    // Outside the promise: an error of the callback is no rejection.
    work.then(
      () => process.nextTick(callback as () => void),
      (error: Error) => process.nextTick(callback, error),
    );
    return undefined;
  }

  /** Closes the connection without notifying the server; all waiting work fails. */
  cut(): void {
    this.connection.stream.destroy();
  }

  #watched(query: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    const end = this.#watch?.wait(() => this.cut());
    if (end === undefined) return query(...args);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const ended: Callback = (error, ...answer) => {
        end();
        (callback as Callback)(error ? this.#explained(error) : error, ...answer);
      };
      return query(...args.slice(0, -1), ended);
    }
    const result = query(...args);
    if (result instanceof Promise)
      return result.then(
        (answer) => {
          end();
          return answer;
        },
        (error: unknown) => {
          end();
          throw this.#explained(error);
        },
      );
    // A COPY: it lasts until its stream is closed.
    const stream = result as Partial<EventEmitter>;
    if (typeof stream.once === 'function') stream.once('close', end);
    else end();
    return result;
  }

  #explained(error: unknown): unknown {
    this.#watch?.refused(sqlState(error));
    if (!this.#isLost || error instanceof pg.DatabaseError) return error;
    return new DatabaseUnavailable('away', true, 'The connection to the database broke', error);
  }
}

/**
 * A connection that reads `bigint` as BigInt in every answer: typed queries, raw `execute` and plain `query` alike.
 * Drizzle hands its own parsers along with each query and they would win over the connection's, so they are wrapped
 * here. The driver's global table stays as it is, since the queue and the socket adapter read from it too.
 */
export class Client extends WatchedClient {
  /**
   * Whether frequent statements are prepared: parsed once, and planned once if the plan does not depend on the values.
   * On in transactions, whose statements are few and read by key. The plan of a list depends on its filters.
   */
  preparesFrequent = false;
  readonly #frequent: FrequentStatements | undefined;
  readonly #isPooled: boolean;

  constructor(config?: ClientOptions) {
    super({ ...config, ...(config?.password && { password: config.password }), types: withBigInt(config?.types) });
    this.#frequent = config?.frequent;
    this.#isPooled = config?.isPooled ?? false;
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((first: unknown, ...rest: unknown[]) =>
      query(this.#named(ownTypes(first), rest[0]), ...rest)) as typeof this.query;
  }

  #named(first: unknown, values: unknown): unknown {
    if (this.#isPooled) return unnamed(first);
    // Without values, as `begin`, it is one message instead of four.
    if (!this.preparesFrequent || !Array.isArray(values) || values.length === 0) return first;
    if (typeof first !== 'object' || first === null) return first;
    const { name, text, submit } = first as { name?: string; text?: string; submit?: unknown };
    if (typeof submit === 'function' || name !== undefined || text === undefined) return first;
    const frequent = this.#frequent?.nameOf(text);
    return frequent === undefined ? first : { ...first, name: frequent };
  }
}

/** `bigint` and `bigint[]` become BigInt; everything else as the given parsers, or the driver, would read it. */
export function withBigInt(base: Types | undefined): Types {
  const standard = base ?? (pg.types as Types);
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
      if (format !== 'binary' && oid === INT8) return BigInt;
      if (format !== 'binary' && oid === INT8_ARRAY) return readArray;
      return standard.getTypeParser(oid, format as 'text');
    }) as Types['getTypeParser'],
  };
}

const INT8 = pg.types.builtins.INT8;
const INT8_ARRAY = 1016;

function readArray(text: string): unknown {
  const read = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(read) : typeof value === 'string' ? BigInt(value) : value;
  return read(pg.types.getTypeParser(INT8_ARRAY as never)(text));
}

/** The statement without its name: the next session would not know what this one has prepared. */
function unnamed(first: unknown): unknown {
  if (typeof first !== 'object' || first === null || !('name' in first) || 'submit' in first) return first;
  const { name: _, ...rest } = first;
  return rest;
}

function ownTypes(first: unknown): unknown {
  if (typeof first !== 'object' || first === null) return first;
  const { types: given, submit } = first as { types?: Types; submit?: unknown };
  // Something with `submit` (a cursor, a COPY stream) is a living object, not a description to copy.
  if (typeof submit === 'function' || given === undefined) return first;
  return { ...first, types: withBigInt(given) };
}
