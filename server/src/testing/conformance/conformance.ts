import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { TestApp } from '../app.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface ResourceExample {
  /** The app of the test file; default: a new one. */
  readonly product?: () => TestApp;
  /** Makes rows the administrator may read, and gives their ids: for a resource without a form. */
  readonly rows?: (product: TestApp) => Promise<readonly string[]>;
  /** Something that points at the row, so that it cannot be removed, for each `usedBy` of the resource. */
  readonly used?: readonly ((product: TestApp, row: Body) => Promise<unknown>)[];
  /** The fields of a child row, in addition to its form. */
  readonly branch?: (stem: Body) => Body;
  /** Work before a row may be removed, if new rows may not be. */
  readonly beforeRemoval?: (product: TestApp, id: string) => Promise<unknown>;
  /** Permissions of other resources that its form needs. */
  readonly needs?: readonly string[];
  /** Parameters that leave rows aside which come while the test runs. */
  readonly within?: Body;
}

/** The shared state of the test: rows as the list shows them, newest last. */
export interface Conformance {
  readonly resource: Resource;
  readonly example: ResourceExample;
  readonly product: () => TestApp;
  /** The call that lists. */
  readonly list: string;
  readonly ids: () => readonly string[];
  /** A form that was not sent before. */
  readonly form: () => Promise<Record<string, unknown>>;
  /** The calls that add and change, where there are any. */
  readonly add: string | undefined;
  readonly change: string | undefined;
}

/** Adds a row of the resource. @returns its id */
export async function added({ resource, product, form, add }: Conformance): Promise<string> {
  const { status, body } = await product().admin.post(`${resource.name}/${add}`, await form());
  if (status !== 200) throw new Error(`${resource.name}: the example is refused: ${body.msg}`);
  return body.data.id;
}

/** Adds a row that may be removed. @returns its id */
export async function removable(conformance: Conformance): Promise<string> {
  const id = await added(conformance);
  await conformance.example.beforeRemoval?.(conformance.product(), id);
  return id;
}
