import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A table and the resources whose lists show its rows. */
interface ShownTable {
  readonly name: string;
  readonly table: PgTable;
  readonly resources: readonly Resource[];
}

const byName = new Map<string, ShownTable>();
const nameOfResource = new Map<string, string>();

/** Declares that the resource shows the rows of a table. */
export function showTable(table: PgTable, resource: Resource): void {
  const name = getTableName(table);
  const { resources = [], table: first = table } = byName.get(name) ?? {};
  if (!resources.includes(resource)) byName.set(name, { name, table: first, resources: [...resources, resource] });
  if (!nameOfResource.has(resource.name)) nameOfResource.set(resource.name, name);
}

export const shownTable = (name: string): ShownTable | undefined => byName.get(name);

/** The table whose rows a resource shows. */
export const tableOfResource = (resource: string): ShownTable | undefined =>
  byName.get(nameOfResource.get(resource) ?? '');
