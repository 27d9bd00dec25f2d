import type { ListQuery, Page } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Actor } from './auth/actor.ts';

type Row = Readonly<Record<string, unknown>>;

/** The reader of a list: the context of any call is one. */
export interface ListReader {
  readonly actor: Actor;
  readonly locale: 'zh' | 'en';
  readonly zone: string;
  readonly traceId: string;
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
  /** Returns whether the call `detail` of a resource would answer the user with this record. */
  canRead(actor: Actor, resource: string, id: bigint): Promise<boolean>;
}
