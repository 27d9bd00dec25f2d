import { readFile } from 'node:fs/promises';
import { ROOT_REGION, regionLevel } from '@trade-assistant/contract/areas/system/region.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';

const { country, province, city, district } = regionLevel.is;

interface Seed {
  readonly code: string;
  readonly parent: string | null;
  readonly ancestors: string;
  readonly name: string;
  readonly level: number;
}

/** Fills an empty table with all provinces, cities and districts; a table with rows stays unchanged. */
export async function seedRegions(tx: Tx): Promise<void> {
  const known = await tx.execute(sql`select 1 from sys_region limit 1`);
  if (known.rows.length > 0) return;
  await tx.execute(sql`
    insert into sys_region (code, parent_code, ancestors, name, region_level, sort)
    select code, parent, ancestors, name, level, row_number() over (partition by parent order by code)
    from jsonb_to_recordset(${JSON.stringify(await divisions())}::jsonb)
      as s (code text, parent text, ancestors text, name text, level int)
    on conflict do nothing`);
}

/** Returns the rows of the table, each below the one whose code it begins with. */
async function divisions(): Promise<Seed[]> {
  // Read by the first start only.
  const file = await readFile(new URL('divisions.json', import.meta.url), 'utf8');
  const table: { divisions: Readonly<Record<string, string>> } = JSON.parse(file);
  const rows = Object.entries(table.divisions).map(([code, name]) => {
    const above = [
      ROOT_REGION,
      ...[2, 4].filter((digits) => digits < code.length).map((digits) => code.slice(0, digits)),
    ];
    const level = code.length === 2 ? province : code.length === 4 ? city : district;
    return { code, parent: above.at(-1) ?? null, ancestors: above.join(','), name, level };
  });
  return [{ code: ROOT_REGION, parent: null, ancestors: '', name: '中华人民共和国', level: country }, ...rows];
}
