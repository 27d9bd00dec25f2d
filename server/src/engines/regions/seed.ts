import { ROOT_REGION, regionLevel } from '@trade-assistant/contract/areas/system/region.ts';
import { areaList } from '@vant/area-data';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';

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
    from jsonb_to_recordset(${JSON.stringify(divisions())}::jsonb)
      as s (code text, parent text, ancestors text, name text, level int)
    on conflict do nothing`);
}

/** The package uses six digits throughout, padded with zeros. */
function divisions(): Seed[] {
  const rows: Seed[] = [{ code: ROOT_REGION, parent: null, ancestors: '', name: '中华人民共和国', level: country }];
  const add = (list: Readonly<Record<string, string>>, digits: number, level: number) => {
    for (const [whole, name] of Object.entries(list)) {
      const code = whole.slice(0, digits);
      const above = digits === 2 ? [ROOT_REGION] : [ROOT_REGION, code.slice(0, 2), code.slice(0, 4)];
      const ancestors = above.filter((one) => one !== code);
      rows.push({ code, parent: ancestors.at(-1) ?? null, ancestors: ancestors.join(','), name, level });
    }
  };
  add(areaList.province_list, 2, province);
  add(areaList.city_list, 4, city);
  add(areaList.county_list, 6, district);
  return rows;
}
