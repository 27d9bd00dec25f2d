import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dictionaryList } from '@trade-assistant/contract/dictionary-list.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { generate } from '../../areas/develop/code/generate.ts';
import { RESOURCE_OF } from '../../column-comments.ts';
import { groupSeeds, menuSeeds } from '../../engines/people/identity/seed/menus.ts';
import type { Db } from '../../kernel/db/index.ts';
import { findModules } from '../../modules.ts';
import { seedInstallation } from '../../prepare.ts';
import { type TestApp, testApp as testAppOf } from '../app.ts';
import asset from './asset.ts';
import flat from './flat.ts';
import * as added from './lists.ts';
import { estateModels } from './models.ts';

const FIRST_BASELINE = fileURLToPath(new URL('../../../database/baseline/01_kernel.sql', import.meta.url));

/** The modules of the resources in this folder. */
export const estateModules = [asset, flat];

/** The product with the resources of this folder, which the code generator wrote. */
export async function testApp(): Promise<TestApp> {
  const remove = await addEstate();
  const app = await testAppOf({}, { added: { modules: estateModules, migrate: migrateEstate } }).catch((error) => {
    remove();
    throw error;
  });
  return {
    ...app,
    close: async () => {
      remove();
      await app.close();
    },
  };
}

/** Adds the resources of this folder to the lists of the product. @returns a function that removes them */
export async function addEstate(): Promise<() => void> {
  // Modules that derive something from the lists do so without them.
  await findModules();
  const changed = [
    [registry, added.resources],
    [dictionaryList, added.dictionaryList],
    [groupSeeds, added.groupSeeds],
    [menuSeeds, added.menuSeeds],
  ] as unknown as [unknown[], readonly unknown[]][];
  for (const [list, entries] of changed) list.push(...entries);
  Object.assign(RESOURCE_OF, added.resourceOf);
  return () => {
    for (const [list, entries] of changed) list.splice(list.indexOf(entries[0]), entries.length);
    for (const table of Object.keys(added.resourceOf)) Reflect.deleteProperty(RESOURCE_OF, table);
  };
}

/** Creates their tables in a seeded database as the generated files do, and seeds it with their menus and permissions. */
export async function migrateEstate(db: Db): Promise<void> {
  const files = new Map((await generate(estateModels)).map(({ path, content }) => [path, content]));
  const triggers = files.get('server/database/baseline/90_audit_triggers.sql') ?? '';
  const own = [...files].filter(([path]) => /\d_est_\w+\.sql$|comments\/est_\w+\.sql$/.test(path));
  // The baseline drops the columns of every table when all tables are there.
  const [columns = ''] = /^create table audited_row \([^;]*;/m.exec(await readFile(FIRST_BASELINE, 'utf8')) ?? [];
  await db.pool.query([columns, ...own.map(([, content]) => content), 'drop table audited_row;'].join('\n'));
  await db.pool.query(`do $$ declare one regclass; begin
    for one in select tgrelid from pg_trigger where tgname = 'audit_noted' and not tgisinternal and tgparentid = 0 loop
      execute format('drop trigger audit_noted on %s', one);
    end loop; end $$;
    ${triggers}`);
  await seedInstallation(db, {});
}
