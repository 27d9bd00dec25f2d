import pg from 'pg';

type Types = pg.CustomTypesConfig;

/**
 * A connection that reads `bigint` as BigInt in every answer: typed queries, raw `execute` and plain `query` alike.
 * Drizzle hands its own parsers along with each query and they would win over the connection's, so they are wrapped
 * here. The driver's global table stays as it is, since the queue and the socket adapter read from it too.
 */
export class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(
      typeof config === 'string'
        ? { connectionString: config, types }
        : { ...config, types: withBigInt(config?.types) },
    );
    // One signature stands for the driver's eight overloads; what they return is handed through untouched.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((first: unknown, ...rest: unknown[]) => query(ownTypes(first), ...rest)) as typeof this.query;
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
const types = withBigInt(undefined);

function readArray(text: string): unknown {
  const read = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(read) : typeof value === 'string' ? BigInt(value) : value;
  return read(pg.types.getTypeParser(INT8_ARRAY as never)(text));
}

function ownTypes(first: unknown): unknown {
  if (typeof first !== 'object' || first === null) return first;
  const { types: given, submit } = first as { types?: Types; submit?: unknown };
  // Something with `submit` (a cursor, a COPY stream) is a living object, not a description to copy.
  if (typeof submit === 'function' || given === undefined) return first;
  return { ...first, types: withBigInt(given) };
}
