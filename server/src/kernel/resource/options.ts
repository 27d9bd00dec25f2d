import type { AppError, ErrorParams } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { InputOf, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { InferInsertModel, InferSelectModel, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../db/index.ts';
import type { Context } from '../http/context.ts';
import type { Handlers, OwnCalls } from '../http/serve.ts';
import type { RuledTable } from './data-rules.ts';
import type { ListOptions } from './list.ts';
import type { Reference } from './references.ts';
import type { Scope } from './scope.ts';

/** Columns a write may set, without those the kit sets. */
type Written<T extends PgTable> = Partial<InferInsertModel<T>>;

export interface ResourceOptions<R extends Resource, T extends PgTable, C extends string> {
  readonly scope: Scope;
  /** How data rules apply to these rows, if not by their creator. */
  readonly ruled?: Omit<RuledTable, 'resource'>;
  /** Unique index name → the error its violation is, where it is not one of the resource's `unique`. */
  readonly unique?: Readonly<Record<string, (params?: ErrorParams) => AppError>>;
  /**
   * Locks rows of other tables that come before these rows in the order of locks; runs before these are locked. `ids` are as the
   * caller sent them: not checked yet.
   */
  readonly lockBefore?: (context: Context, tx: Tx, ids: readonly bigint[]) => Promise<void>;
  /** References that prevent a removal. */
  readonly usedBy?: readonly Reference[];
  /** A condition on top of the scope, for list, detail, update and remove alike. */
  readonly rows?: (context: Context) => SQL | undefined;
  /** A condition from the list's extra parameters (`more` of the contract). */
  readonly asked?: (more: ListQuery['more']) => SQL | undefined;
  /** Conditions of filters that do not compare the column of their field. */
  readonly conditions?: (context: Context) => ListOptions['conditions'];
  /** Fields of the contract that are no column: filled in for the rows of an answer, all at once. */
  readonly computed?: {
    readonly fields: readonly C[];
    readonly fill: (context: Context, rows: InferSelectModel<T>[]) => Promise<Record<C, unknown>[]>;
    /** SQL of the computed columns that the query sorts by, for a row of the table. */
    readonly order?: (context: Context, query: ListQuery) => Partial<Record<C, SQL>> | Promise<Partial<Record<C, SQL>>>;
  };
  /** Checks and completes the written values; `existing` is null for a new row. Returns the columns to write. */
  readonly beforeSave?: (
    context: Context,
    tx: Tx,
    input: Partial<InputOf<R>>,
    existing: InferSelectModel<T> | null,
  ) => Promise<Written<T>>;
  /**
   * `input` is the sent input, including fields without a column; empty for a restored row. The result is answered beside the id if the
   * call's contract declares it.
   */
  readonly afterSave?: (
    context: Context,
    tx: Tx,
    row: InferSelectModel<T>,
    input: Partial<InputOf<R>>,
    // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to answer
  ) => Promise<Readonly<Record<string, unknown>> | void>;
  /** May refuse; runs with the rows locked. */
  readonly beforeRemove?: (context: Context, tx: Tx, rows: InferSelectModel<T>[]) => Promise<void>;
  /** May refuse to restore recently removed rows; runs with the rows locked. */
  readonly beforeRestore?: (context: Context, tx: Tx, rows: InferSelectModel<T>[]) => Promise<void>;
  /** May refuse, and executes further effects of a transition; runs with the rows locked, before they change. */
  readonly onTransition?: (
    context: Context,
    tx: Tx,
    rows: InferSelectModel<T>[],
    transition: { readonly name: string; readonly reason: string | undefined },
  ) => Promise<void>;
  /** The resource whose timelines contain these rows, if two resources show rows of one table. */
  readonly timelineOf?: string;
  /** The calls the kit does not make. */
  readonly actions: Handlers<R, OwnCalls<R>>;
}
