import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

/** Errors during an outage of the database, answered with `Retry-After`. */
export const outageErrors = defineErrors({
  DATABASE_AWAY: {
    status: 503,
    zh: '数据库暂时无法连接，正在恢复，请稍后再试',
    en: 'The database is temporarily unreachable and is being recovered; please try again shortly',
  },
  DATABASE_BUSY: {
    status: 503,
    zh: '数据库繁忙，未能及时响应，请稍后再试',
    en: 'The database is too busy to respond in time; please try again shortly',
  },
  DATABASE_FULL: {
    status: 503,
    zh: '数据库磁盘空间不足，暂时无法保存，请联系管理员',
    en: 'The database disk is full and nothing can be saved; please contact your administrator',
  },
});

/**
 * `away`: connections break or get no answer; `busy`: no connection is free, or a statement took too long; `full`: disk
 * full.
 */
export type OutageKind = 'away' | 'busy' | 'full';

/** The database did not answer: no connection was available, or the connection broke or fell silent. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** The system's code of a wait that was given up: the queue's library repeats what failed with it. */
  readonly code = 'ETIMEDOUT';
  readonly kind: OutageKind;
  /** Whether a statement was on its way: it may have been carried out. */
  readonly wasAsked: boolean;

  constructor(kind: OutageKind, wasAsked: boolean, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.wasAsked = wasAsked;
  }
}

const DEPTH = 5;

/** The SQLSTATE of a database error, also when a library wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (const { code } of causes(error)) {
    // A digit is in all of them and in none of the system's own codes (EPIPE).
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** The broken or missing connection behind an error, also if a library wrapped it. */
export function unavailability(error: unknown): DatabaseUnavailable | undefined {
  for (const cause of causes(error)) if (cause instanceof DatabaseUnavailable) return cause;
  return undefined;
}

/** The kind of outage behind an error; undefined for any other error. */
export function outageOf(error: unknown): OutageKind | undefined {
  const lost = unavailability(error);
  if (lost) return lost.kind;
  const state = sqlState(error);
  if (state === undefined) return undefined;
  if (state === DISK_FULL) return 'full';
  if (AWAY.test(state)) return 'away';
  return BUSY.test(state) ? 'busy' : undefined;
}

export const DISK_FULL = '53100';
/** Connection exceptions; shut down, crashed, not yet started; only readable, as a standby is; or idle for too long in a transaction. */
const AWAY = /^(08...|57P0[1235]|25006|25P03|40003)$/;
/** Out of memory or connections; a statement that took too long, or waited too long for a lock. */
const BUSY = /^(53...|57014|55P03)$/;

/** Returns the error of an outage. */
export const outageError = (kind: OutageKind): AppError =>
  ({ away: outageErrors.DATABASE_AWAY, busy: outageErrors.DATABASE_BUSY, full: outageErrors.DATABASE_FULL })[kind]();

/** Returns the log text of an outage: the database's message, without statement, values and stack. */
export function outageSummary(error: unknown): string {
  const last = [...causes(error)].at(-1) as { message?: unknown; code?: unknown } | undefined;
  const { message, code } = last ?? {};
  return [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ');
}

function* causes(error: unknown): Generator<{ readonly code?: unknown }> {
  for (let at = error, depth = 0; at !== null && typeof at === 'object' && depth < DEPTH; depth += 1) {
    yield at;
    at = (at as { cause?: unknown }).cause;
  }
}
