import { financeDirection, financeType, walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { STATEMENT_AT_ONCE, STATEMENT_MAX } from '@trade-assistant/contract/areas/finance/log.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { financeLogs, readableLogs, statistics, type WalletKind } from '../../../engines/money/ledger/index.ts';
import { findUser, isInScope } from '../../../engines/people/identity/index.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { visible } from '../../../kernel/resource/scope.ts';

export const statementErrors = defineErrors({
  STATEMENT_USER: { status: 400, zh: '请选择要出对账单的用户', en: 'Choose a user for the statement' },
  STATEMENT_RANGE: { status: 400, zh: '开始时间须早于结束时间', en: 'The start must be before the end' },
  STATEMENT_LONG: {
    status: 400,
    zh: '这段时间有 {count} 笔变动，请作为任务生成（一次最多 {max} 笔）',
    en: '{count} movements in this period: generate the statement as a task (at most {max})',
  },
  STATEMENT_TOO_LONG: {
    status: 400,
    zh: '这段时间有 {count} 笔变动，一份对账单最多 {max} 笔，请缩短时间范围',
    en: '{count} movements in this period; a statement holds at most {max}: choose a shorter period',
  },
});

export interface StatementAsked {
  readonly userId: bigint;
  readonly walletKind: number | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly locale: Locale;
  readonly zone: string;
}

/** One movement as a line, in the reader's zone and language. */
export interface StatementLine {
  readonly time: string;
  readonly logNo: string;
  readonly wallet: string;
  readonly type: string;
  readonly documentNo: string;
  /** Signed change of the user's balance. */
  readonly effect: Micro;
  /** Of the line's wallet. */
  readonly balance: Micro;
}

export interface Statement {
  readonly locale: Locale;
  readonly owner: string;
  readonly wallet: string;
  /** First and last day, both inclusive; otherwise first and last moment. */
  readonly range: string;
  readonly zone: string;
  readonly madeAt: string;
  readonly madeBy: string;
  readonly currency: string;
  readonly opening: Micro;
  readonly closing: Micro;
  /** In from and out to others; opening + in − out = closing. */
  readonly external: { readonly in: Micro; readonly out: Micro };
  /** Movements between the wallets of the statement. */
  readonly internal: Micro;
  readonly byType: readonly {
    readonly name: string;
    readonly in: Micro;
    readonly out: Micro;
    readonly count: number;
  }[];
  readonly lines: readonly StatementLine[];
}

/** Returns the user of a statement: the reader by default; staff must name one. @throws STATEMENT_USER */
export function ownerOf(actor: Actor, userId: bigint | undefined): bigint {
  if (userId !== undefined) return userId;
  if (actor.userType === userType.is.staff) throw statementErrors.STATEMENT_USER();
  return actor.userId;
}

const movementsOf = (actor: Actor, { userId, walletKind: kind, from, to }: StatementAsked) =>
  and(
    visible(actor, financeLogs, 'tenant'),
    readableLogs(actor),
    eq(financeLogs.userId, userId),
    kind === undefined ? undefined : eq(financeLogs.walletKind, kind),
    gte(financeLogs.createTime, from),
    lt(financeLogs.createTime, to),
  );

/** Returns how many movements a statement contains; 0 for a user out of the reader's scope. */
export const countMovements = (app: App, actor: Actor, asked: StatementAsked): Promise<number> =>
  app.db.drizzle.$count(financeLogs, movementsOf(actor, asked));

/**
 * Returns all data of a statement, read from one state of the database; its sums equal the statistics of the same
 * range.
 * @param most the most movements it may contain @throws NOT_FOUND, STATEMENT_RANGE, STATEMENT_LONG, STATEMENT_TOO_LONG
 */
export function readStatement(app: App, actor: Actor, asked: StatementAsked, most: number): Promise<Statement> {
  const { userId, from, to, locale, zone } = asked;
  if (from >= to) throw statementErrors.STATEMENT_RANGE();
  // Audited calls query the database first, and then the isolation level could no longer be set.
  return app.db.background.tx(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    if (!(await isInScope(tx, actor, userId))) throw commonErrors.NOT_FOUND();
    const owner = await findUser(tx, actor, userId);
    const kind = asked.walletKind as WalletKind | undefined;
    const figures = await statistics(tx, actor, { userId, from, to, timeZone: zone, walletKind: kind });
    const count = figures.byType.reduce((all, one) => all + one.count, 0);
    const params = { count: count.toLocaleString('en-US') };
    if (count > STATEMENT_MAX)
      throw statementErrors.STATEMENT_TOO_LONG({ ...params, max: STATEMENT_MAX.toLocaleString('en-US') });
    if (count > most) throw statementErrors.STATEMENT_LONG({ ...params, max: STATEMENT_MAX.toLocaleString('en-US') });
    const found = await tx.select().from(financeLogs).where(movementsOf(actor, asked)).orderBy(asc(financeLogs.id));
    const nameOf = app.dictionaries.nameOf;
    return {
      locale,
      owner: `${owner.realName} (${owner.account})`,
      wallet: kind === undefined ? (locale === 'zh' ? '全部账户' : 'All wallets') : nameOf(walletKind, kind, locale),
      range: rangeText(from, to, zone),
      zone,
      madeAt: formatTime(new Date(), zone),
      madeBy: actor.realName || actor.account,
      currency: figures.currency,
      opening: figures.opening,
      closing: figures.closing,
      ...sidesOf(found),
      byType: figures.byType.map((one) => ({ ...one, name: nameOf(financeType, one.financeType, locale) })),
      lines: found.map((row) => {
        return {
          time: formatTime(row.createTime, zone),
          logNo: row.logNo,
          wallet: nameOf(walletKind, row.walletKind, locale),
          type: nameOf(financeType, row.financeType, locale),
          documentNo: row.bizNo ?? '',
          effect: effectOf(row),
          balance: micros(row.afterAmount),
        };
      }),
    };
  });
}

type Movement = typeof financeLogs.$inferSelect;

/** The effect from the user's view: a growing debt is negative. */
const effectOf = ({ direction, walletKind: kind, amount }: Movement): Micro => {
  const isGain = (direction === financeDirection.is.in) === (kind !== walletKind.is.rebateDebt);
  return micros(isGain ? amount : -amount);
};

/** Splits movements into money from others, to others, and between own wallets; one journal may have all three. */
function sidesOf(rows: readonly Movement[]): Pick<Statement, 'external' | 'internal'> {
  const journals = new Map<bigint, { gained: bigint; lost: bigint }>();
  for (const row of rows) {
    const sides = journals.get(row.journalId) ?? { gained: 0n, lost: 0n };
    const effect = effectOf(row);
    if (effect > 0n) sides.gained += effect;
    else sides.lost -= effect;
    journals.set(row.journalId, sides);
  }
  let [gained, lost, internal] = [0n, 0n, 0n];
  for (const sides of journals.values()) {
    const between = sides.gained < sides.lost ? sides.gained : sides.lost;
    gained += sides.gained - between;
    lost += sides.lost - between;
    internal += between;
  }
  return { external: { in: micros(gained), out: micros(lost) }, internal: micros(internal) };
}

const MIDNIGHT = ' 00:00:00';

/** Returns whole days as first and last day; other times with seconds. */
export function rangeText(from: Date, to: Date, zone: string): string {
  const [first, end] = [formatTime(from, zone), formatTime(to, zone)];
  if (!first.endsWith(MIDNIGHT) || !end.endsWith(MIDNIGHT)) return `${first} – ${end}`;
  const last = formatTime(new Date(to.getTime() - 1), zone);
  return `${first.slice(0, -MIDNIGHT.length)} – ${last.slice(0, -MIDNIGHT.length)}`;
}

export { STATEMENT_AT_ONCE, STATEMENT_MAX };
