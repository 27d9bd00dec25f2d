import type { Readable } from 'node:stream';
import {
  REGION_IMPORT_LINES,
  ROOT_REGION,
  region,
  regionFile,
  regionLevel,
} from '@trade-assistant/contract/areas/system/region.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { LIST_PROBLEMS_SHOWN, type ListImportReport } from '@trade-assistant/contract/kit/list-import.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import {
  excerptOf,
  lineProblemTexts,
  readTable,
  type TableRow,
  xlsxStream,
} from '../../../kernel/spreadsheet/index.ts';
import { assertPlatform, placed, type RegionRow } from './regions.ts';
import { regions } from './tables.ts';

type Line = Readonly<Partial<Record<keyof typeof COLUMNS, string>>>;

const { fields } = region;
/** Columns with the headings they accept. */
const COLUMNS = {
  code: ['区划编号', 'code'],
  name: ['区划名称', 'name'],
  parentCode: ['上级编号', 'parent code', 'parent'],
  regionLevel: ['区划等级', 'level'],
  sort: ['排序', 'order', 'sort'],
  remark: ['备注', 'remark'],
} as const;

/**
 * Imports the regions of a list (csv or xlsx): all, or none when a line is wrong. A parent precedes its line or exists
 * already; a line without a parent is below the region of its leading two, four, six … digits. @param path of the file
 * @throws REGION_PLATFORM, and the errors of `readTable`
 */
export async function importRegions(
  tx: Tx,
  actor: Actor,
  { path, isCovered, locale }: { path: string; isCovered: boolean; locale: Locale },
): Promise<ListImportReport> {
  assertPlatform(actor);
  // One import or change of the tree at a time, because lines are compared with existing rows.
  await tx.execute(sql`lock table sys_region in share row exclusive mode`);
  const known = new Map((await tx.select().from(regions)).map((row) => [row.code, row]));
  const report = {
    lines: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    problemCount: 0,
    problems: [] as ListImportReport['problems'],
    warningCount: 0,
    warnings: [],
  };
  const written: (typeof regions.$inferInsert)[] = [];
  const seen = new Map<string, number>();
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([key, names]) => [key, [...names, names.slice(0, 2).join(' ')]]),
  );
  const table = readTable(path, { maxBytes: regionFile.maxBytes, maxLines: REGION_IMPORT_LINES, columns });
  for await (const rows of table)
    for (const row of rows) {
      report.lines += 1;
      const found = read(row, known, seen, locale);
      if (typeof found === 'string') {
        report.problemCount += 1;
        const text = excerptOf(row.cells);
        if (report.problems.length < LIST_PROBLEMS_SHOWN)
          report.problems.push({ lineNo: row.lineNo, text, reason: found });
        continue;
      }
      const before = known.get(found.code);
      if (!before) report.added += 1;
      else if (isCovered && differs(before, found)) report.changed += 1;
      else {
        report.unchanged += 1;
        continue;
      }
      written.push(found);
      known.set(found.code, { ...(before ?? { version: 0, updateTime: new Date() }), ...found } as RegionRow);
    }
  if (report.problemCount > 0) return { ...report, added: 0, changed: 0, unchanged: 0 };
  await write(tx, written);
  return report;
}

/** Returns the region of a line, or its problem. */
function read(
  row: TableRow,
  known: ReadonlyMap<string, RegionRow>,
  seen: Map<string, number>,
  locale: Locale,
): typeof regions.$inferInsert | string {
  const say = (zh: string, en: string) => (locale === 'zh' ? zh : en);
  if (row.problem) return lineProblemTexts[row.problem][locale];
  const line = row.values as Line;
  const code = (line.code ?? row.cells[0]?.trim() ?? '').replace(/^00(?=\d)/, '');
  const name = line.name ?? row.cells[1]?.trim() ?? '';
  if (!fields.code.schema.safeParse(code).success)
    return say('区划编号应为 2–12 位数字', 'The code should be 2 to 12 digits');
  if (!fields.name.schema.safeParse(name).success)
    return say('区划名称应为 1–128 个字符', 'The name should have 1 to 128 characters');
  const earlier = seen.get(code);
  if (earlier !== undefined) return say(`与第 ${earlier} 行的编号相同`, `Same code as line ${earlier}`);
  seen.set(code, row.lineNo);
  const level = levelOf(line.regionLevel);
  if (level === undefined) return say('区划等级应为 0–5 或等级名称', 'The level should be 0 to 5, or its name');
  const sort = line.sort ? Number(line.sort) : undefined;
  if (sort !== undefined && !fields.sort.schema.safeParse(sort).success)
    return say('排序应为 0–99999 的整数', 'The order should be a whole number from 0 to 99999');
  const remark = line.remark || undefined;
  if (remark && !fields.remark.schema.safeParse(remark).success)
    return say('备注最多 255 个字符', 'The remark has at most 255 characters');
  const existing = known.get(code);
  if (existing)
    return {
      ...existing,
      name,
      regionLevel: level ?? existing.regionLevel,
      sort: sort ?? existing.sort,
      remark: remark ?? existing.remark,
    };
  const parentCode = line.parentCode || parentAmong(code, known);
  const place = placed({ code, name, parentCode, regionLevel: level, sort, remark }, known.get(parentCode));
  if (place.problem) return isAppError(place.problem) ? place.problem.say(locale) : String(place.problem);
  return place.row;
}

/** Returns the level of a cell; null for an empty cell, undefined for an unknown level. */
function levelOf(cell: string | undefined): number | null | undefined {
  if (!cell) return null;
  const named = Object.values(regionLevel.entries).find(({ zh, en, value }) => [zh, en, String(value)].includes(cell));
  return named?.value;
}

/** Returns the nearest existing region whose code is a prefix of this one. */
function parentAmong(code: string, known: ReadonlyMap<string, RegionRow>): string {
  for (let digits = code.length - 1; digits >= 2; digits -= 1) {
    const above = code.slice(0, digits);
    if (above !== ROOT_REGION && known.has(above)) return above;
  }
  return code.length === 2 ? ROOT_REGION : code.slice(0, Math.max(2, code.length - 2));
}

const differs = (before: RegionRow, after: typeof regions.$inferInsert): boolean =>
  before.name !== after.name ||
  before.regionLevel !== after.regionLevel ||
  before.sort !== after.sort ||
  before.remark !== (after.remark ?? null);

async function write(tx: Tx, rows: readonly (typeof regions.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ code, parentCode, ancestors, name, regionLevel: level, sort, remark }) => ({
    ...{ code, parent: parentCode, ancestors, name, level, sort, remark },
  }));
  await tx.execute(sql`
    insert into sys_region as r (code, parent_code, ancestors, name, region_level, sort, remark)
    select code, parent, ancestors, name, level, sort, remark from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as s (code text, parent text, ancestors text, name text, level int, sort int, remark text)
    on conflict (code) do update set name = excluded.name, region_level = excluded.region_level, sort = excluded.sort,
      remark = excluded.remark, update_time = now(), version = r.version + 1`);
}

/** Returns the workbook to fill in. */
export function regionTemplate(): Readable {
  const levels = Object.values(regionLevel.entries)
    .map(({ value, zh, en }) => `${value} ${zh} ${en}`)
    .join('；');
  return xlsxStream([['4403', '深圳市', '44', '2', '3', '']], {
    header: Object.values(COLUMNS).map((names) => names.slice(0, 2).join(' ')),
    widths: [16, 24, 16, 12, 8, 24],
    notes: [
      ['区划编号 code', '2–12 位数字，以上级编号开头 / 2 to 12 digits, beginning with the code above'],
      ['区划名称 name', '必填 / Required'],
      ['上级编号 code above', '可空，按编号前缀查找 / May be empty: found by what the code begins with'],
      ['区划等级 level', `可空；${levels} / May be empty`],
      ['顺序 Sequence', '上级写在下级之前 / What stands above comes first'],
      ['示例行 Sample line', '导入前请删除 / Remove it before importing'],
    ],
  });
}
