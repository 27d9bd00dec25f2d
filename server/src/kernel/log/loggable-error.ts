import { DrizzleQueryError } from 'drizzle-orm';
import { maskNumbers } from './redact.ts';

/** An error without the values in its message. */
export interface LoggableError {
  readonly type: string;
  readonly message: string;
  /** Stack frames, one per line; empty if unknown. */
  readonly stack: string;
  readonly code?: string;
  /** Names from the database: table, column, constraint, routine. */
  readonly database?: Readonly<Record<string, string>>;
  /** The kinds and sizes of a statement's parameters. */
  readonly parameters?: readonly string[];
  readonly cause?: LoggableError;
}

const MESSAGE_MAX = 4096;
const STACK_MAX = 16_384;
const DEPTH_MAX = 5;
const PARAMETERS_MAX = 50;
const NAMED = ['severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine'] as const;
/** SQLSTATE classes whose messages quote user input; those of other classes quote names of the schema. */
const QUOTES_VALUES = /^(22|P0)/;

/**
 * Returns the loggable part of anything thrown: its kind, its message without quoted values, its place, and of a statement the text and the
 * shape of its parameters. PostgreSQL's detail, where and hint repeat whole rows and are left out.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: loggableText(String(error)), stack: '' };
  const { code, cause, params } = error as { code?: unknown; cause?: unknown; params?: unknown };
  const known = error as unknown as Readonly<Record<string, unknown>>;
  const database = Object.fromEntries(NAMED.flatMap((name) => textual(name, known[name])));
  return {
    type: error.name,
    message: messageOf(error, code),
    stack: framesOf(error),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code).slice(0, 64) } : {}),
    ...(Object.keys(database).length > 0 ? { database } : {}),
    ...(Array.isArray(params) ? { parameters: params.slice(0, PARAMETERS_MAX).map(kindOf) } : {}),
    ...(cause !== undefined && cause !== null && depth < DEPTH_MAX ? { cause: loggableError(cause, depth + 1) } : {}),
  };
}

/** A text as it may be logged: without the parameters of a statement, without phone numbers. */
export const loggableText = (text: string): string =>
  maskNumbers(text.replace(/\nparams: [\s\S]*$/, '').replace(JSON_QUOTE, '$1"…" is not valid JSON')).slice(
    0,
    MESSAGE_MAX,
  );

/** Input quoted by `JSON.parse` in an error. */
const JSON_QUOTE = /^(.{0,80}?)"[\s\S]*"(\.\.\.)? is not valid JSON/;

function messageOf(error: Error, code: unknown): string {
  if (error instanceof DrizzleQueryError) return loggableText(`Failed query: ${error.query}`);
  const words = loggableText(error.message);
  return typeof code === 'string' && QUOTES_VALUES.test(code) ? words.replace(/"[^"]*"/g, '"…"') : words;
}

/** The message may have several lines, which are not part of the stack. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const rest = start < 0 ? stack : stack.slice(start + message.length);
  const frames = rest.split('\n').filter((line) => /^\s+at \S/.test(line));
  return maskNumbers(
    frames
      .map((line) => line.trim())
      .join('\n')
      .slice(0, STACK_MAX),
  );
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `text(${value.length})`;
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return 'time';
  if (Buffer.isBuffer(value)) return `bytes(${value.length})`;
  return Array.isArray(value) ? `list(${value.length})` : typeof value;
}

const textual = (name: string, value: unknown): [string, string][] =>
  typeof value === 'string' ? [[name, value.slice(0, 255)]] : [];
