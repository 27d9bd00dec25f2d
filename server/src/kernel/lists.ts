import type { ListQuery, Page } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Column, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from './auth/actor.ts';

type Row = Readonly<Record<string, unknown>>;
type Parameters = Readonly<Record<string, string>>;

/** The reader of a list: the context of any call is one. */
export interface ListReader {
  readonly actor: Actor;
  readonly locale: 'zh' | 'en';
  readonly zone: string;
  readonly traceId: string;
}

/** The rows of a list that a reader reaches, and the columns of its fields; what a list shows beyond them is computed. */
export interface ListSource {
  readonly table: PgTable;
  readonly where: SQL | undefined;
  readonly columns: Readonly<Record<string, Column | SQL>>;
}

/**
 * Lists and records of resources, read by the server for a user: their rights, scope and masks apply as in a call of their own. They
 * share few connections, and a statement that takes more than three seconds fails.
 */
export interface Lists {
  readonly resources: readonly Resource[];
  /** Returns whether the user may call a list. */
  allows(reader: ListReader, resource: Resource, call: string): boolean;
  page(reader: ListReader, resource: Resource, call: string, query: Partial<ListQuery>): Promise<Page<Row>>;
  /**
   * Reads a list by the parameters of its address, with the checks of a call by the reader; without a total.
   * @throws as the call would: NO_PERMISSION, UNKNOWN_PARAMETER, an invalid value
   */
  read(reader: ListReader, resource: string, call: string, parameters: Parameters): Promise<Page<Row>>;
  /** Returns the names of the parameters that the list would refuse from the reader. */
  refused(reader: ListReader, resource: string, call: string, parameters: Parameters): Promise<string[]>;
  /**
   * Returns the source of a list under the parameters of its search, by its own handler: tenant, scope, data rules and conditions are those
   * of the list. Undefined for a list that is not one query of a table. @throws as `read`
   */
  source(reader: ListReader, resource: Resource, call: string, parameters: Parameters): Promise<ListSource | undefined>;
  /** Returns the fields of a list that are hidden from the reader by permissions or data rules. */
  hiddenFields(reader: ListReader, resource: Resource, call: string): readonly string[];
  /** Returns whether the call `detail` of a resource would answer the user with this record. */
  canRead(actor: Actor, resource: string, id: bigint): Promise<boolean>;
}
