import { create } from 'zustand';
import { CallError } from '../client/call-error.ts';
import { readStored, writeStored } from '../storage.ts';

/** An uncaught error, as this browser keeps it. */
export interface LoggedError {
  /** `error` of a script, `rejection` of a promise, `render` of a page that could not be drawn. */
  readonly type: 'error' | 'rejection' | 'render';
  readonly message: string;
  readonly stack: string;
  /** Where it happened: the file and line, or the components. */
  readonly info: string;
  /** The address that was open, without the host. */
  readonly url: string;
  /** ISO 8601, of the latest time. */
  readonly time: string;
  /** How often in a row. */
  readonly count: number;
}

const NAME = 'errors';
/** The newest are kept. */
const MOST = 100;
const MESSAGE_MAX = 1_000;
const TEXT_MAX = 4_000;
/** Writing waits a moment, so that an error in a loop costs one write. */
const WRITE_MILLIS = 300;

/** Newest first. */
export const useErrorLog = create<{ readonly errors: readonly LoggedError[] }>(() => ({ errors: readErrors() }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Records an error. A repeated error only raises its count; cancelled calls are ignored. */
export function logError(type: LoggedError['type'], thrown: unknown, info = ''): void {
  if (thrown instanceof CallError && thrown.failure === 'aborted') return;
  const entry = entryOf(type, thrown, info);
  const [newest, ...older] = useErrorLog.getState().errors;
  const isSame = newest?.type === type && newest.message === entry.message && newest.stack === entry.stack;
  const errors = isSame
    ? [{ ...entry, count: newest.count + 1 }, ...older]
    : [entry, ...(newest ? [newest] : []), ...older];
  keep(errors.slice(0, MOST));
}

/** Forgets these errors; errors recorded meanwhile stay. */
export function forgetErrors(which: readonly LoggedError[]): void {
  keep(useErrorLog.getState().errors.filter((error) => !which.includes(error)));
}

/** Records uncaught errors for the life of the page. Returns a function that stops it. */
export function collectErrors(): () => void {
  const onError = ({ error, message, filename, lineno, colno }: ErrorEvent) => {
    // A browser's remark that a layout took two rounds, not an error.
    if (message.startsWith('ResizeObserver loop')) return;
    logError('error', error ?? message, filename ? `${filename}:${lineno}:${colno}` : '');
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => logError('rejection', reason);
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.endsWith(`:${NAME}`)) useErrorLog.setState({ errors: readErrors() });
  };
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    window.removeEventListener('storage', onStorage);
  };
}

function keep(errors: readonly LoggedError[]): void {
  useErrorLog.setState({ errors });
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    writeStored(NAME, useErrorLog.getState().errors);
  }, WRITE_MILLIS);
}

function entryOf(type: LoggedError['type'], thrown: unknown, info: string): LoggedError {
  const error = thrown instanceof Error ? thrown : undefined;
  const trace = thrown instanceof CallError && thrown.traceId ? ` [${thrown.traceId}]` : '';
  return {
    type,
    message: `${error ? `${error.name}: ${error.message}${trace}` : textOf(thrown)}`.slice(0, MESSAGE_MAX),
    stack: (error?.stack ?? '').slice(0, TEXT_MAX),
    info: info.trim().slice(0, TEXT_MAX),
    url: (window.location.pathname + window.location.search).slice(0, MESSAGE_MAX),
    time: new Date().toISOString(),
    count: 1,
  };
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}

/** Reads the kept errors; drops entries of other versions and other formats. */
function readErrors(): readonly LoggedError[] {
  const kept = readStored<unknown>(NAME);
  return Array.isArray(kept) ? kept.filter(isLoggedError).slice(0, MOST) : [];
}

// A hoisted declaration: the store reads the storage while this module is still being evaluated.
function isLoggedError(value: unknown): value is LoggedError {
  if (typeof value !== 'object' || value === null) return false;
  const { type, message, stack, info, url, time, count } = value as Record<string, unknown>;
  return (
    (type === 'error' || type === 'rejection' || type === 'render') &&
    [message, stack, info, url, time].every((text) => typeof text === 'string') &&
    typeof count === 'number'
  );
}
