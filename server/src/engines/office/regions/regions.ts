import { type Region, ROOT_REGION, regionLevel } from '@trade-assistant/contract/areas/system/region.ts';
import { AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { DEFAULT_TENANT } from '../../people/identity/index.ts';
import { regionErrors } from './errors.ts';
import { regions } from './tables.ts';

export type RegionRow = typeof regions.$inferSelect;

export interface RegionInput {
  readonly code: string;
  readonly parentCode?: string | null | undefined;
  readonly name: string;
  readonly regionLevel?: number | null | undefined;
  /** Alias of `regionLevel`. */
  readonly level?: number | null | undefined;
  readonly sort?: number | null | undefined;
  readonly remark?: string | null | undefined;
  readonly version?: number | undefined;
}

/** Adds to rows the parent's name, the full name, and whether they have children. */
export async function completed(db: Db, rows: readonly RegionRow[]): Promise<Region[]> {
  if (rows.length === 0) return [];
  const above = [...new Set(rows.flatMap(({ ancestors }) => codesOf(ancestors)))];
  const codes = rows.map(({ code }) => code);
  const [named, parents] = await Promise.all([
    db.drizzle.select({ code: regions.code, name: regions.name }).from(regions).where(inArray(regions.code, above)),
    db.drizzle.selectDistinct({ code: regions.parentCode }).from(regions).where(inArray(regions.parentCode, codes)),
  ]);
  const names = new Map(named.map(({ code, name }) => [code, name]));
  const withChildren = new Set(parents.map(({ code }) => code));
  return rows.map(({ ancestors, ...row }) => ({
    ...row,
    parentName: row.parentCode === null ? null : (names.get(row.parentCode) ?? null),
    fullName: [
      ...codesOf(ancestors)
        .filter((code) => code !== ROOT_REGION)
        .map((code) => names.get(code) ?? code),
      row.name,
    ].join(' / '),
    level: row.regionLevel,
    hasChildren: withChildren.has(row.code) ? 1 : 0,
  }));
}

const codesOf = (ancestors: string): string[] => (ancestors === '' ? [] : ancestors.split(','));

/** @throws NOT_FOUND */
export async function findRegion(db: Db, code: string): Promise<RegionRow> {
  const [row] = await db.drizzle.select().from(regions).where(eq(regions.code, code));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** Returns the regions directly below one, in order. */
export const childrenOf = (db: Db, parentCode: string): Promise<RegionRow[]> =>
  db.drizzle
    .select()
    .from(regions)
    .where(eq(regions.parentCode, parentCode))
    .orderBy(asc(regions.sort), asc(regions.code));

/** @throws REGION_PLATFORM for actors outside the platform's tenant */
export function assertPlatform(actor: Actor): void {
  if (actor.tenantId !== DEFAULT_TENANT) throw regionErrors.REGION_PLATFORM();
}

/**
 * Adds a region or changes the one with its code; with `version` 0 only adds.
 * @throws REGION_PLATFORM, REGION_PARENT, REGION_PREFIX, REGION_LEVEL, REGION_FIXED, REGION_TAKEN, STALE_DATA
 */
export async function addOrChange(tx: Tx, actor: Actor, input: RegionInput): Promise<{ code: string }> {
  assertPlatform(actor);
  // Some clients prefix the parent's code even when it is the root's.
  const code = input.code === ROOT_REGION ? ROOT_REGION : input.code.replace(/^00(?=\d)/, '');
  const [existing] = await tx.select().from(regions).where(eq(regions.code, code)).for('update');
  if (existing) return change(tx, existing, input);
  if (input.version) throw commonErrors.NOT_FOUND();
  const parentCode = input.parentCode ?? ROOT_REGION;
  // Locked until the end of the transaction, so that it is not removed meanwhile.
  const [parent] = await tx.select().from(regions).where(eq(regions.code, parentCode)).for('key share');
  const { problem, row } = placed(
    { ...input, regionLevel: input.regionLevel ?? input.level, code, parentCode },
    parent,
  );
  if (problem) throw problem;
  const added = await tx.insert(regions).values(row).onConflictDoNothing().returning({ code: regions.code });
  if (added.length === 0) throw commonErrors.STALE_DATA();
  return { code };
}

async function change(tx: Tx, existing: RegionRow, input: RegionInput): Promise<{ code: string }> {
  const { code, name } = existing;
  if (input.version === 0) throw atField('code', regionErrors.REGION_TAKEN({ code, name }));
  if (input.version !== undefined && input.version !== existing.version) throw commonErrors.STALE_DATA();
  if (input.parentCode && input.parentCode !== existing.parentCode)
    throw atField('parentCode', regionErrors.REGION_FIXED());
  const given = [input.regionLevel, input.level].map((level) => level ?? existing.regionLevel);
  const level = given.find((one) => one !== existing.regionLevel) ?? existing.regionLevel;
  if (level !== existing.regionLevel) await assertLevel(tx, existing, level);
  await tx
    .update(regions)
    .set({
      name: input.name,
      regionLevel: level,
      sort: input.sort ?? existing.sort,
      ...(input.remark === undefined ? {} : { remark: input.remark }),
      updateTime: new Date(),
      version: existing.version + 1,
    })
    .where(eq(regions.code, code));
  return { code };
}

/** Requires a level between those of the parent and the children. */
async function assertLevel(tx: Tx, { code, parentCode }: RegionRow, level: number): Promise<void> {
  const { rows } = await tx.execute<{ fits: boolean }>(sql`
    select coalesce((select region_level from sys_region where code = ${parentCode}) < ${level}, ${level} = 0)
      and coalesce((select min(region_level) from sys_region where parent_code = ${code}) > ${level}, true) as fits`);
  if (!rows[0]?.fits) throw atField('regionLevel', regionErrors.REGION_LEVEL());
}

type Placed =
  | { readonly problem: AppError; readonly row?: undefined }
  | { readonly problem?: undefined; readonly row: typeof regions.$inferInsert };

/** Returns the row of a new region, or the reason why it cannot be below its parent. */
export function placed(
  input: RegionInput & { readonly parentCode: string },
  parent: Pick<RegionRow, 'code' | 'ancestors' | 'regionLevel'> | undefined,
): Placed {
  const { code, parentCode } = input;
  if (!parent) return { problem: atField('parentCode', regionErrors.REGION_PARENT({ code: parentCode })) };
  const isBelow = parentCode === ROOT_REGION || (code.startsWith(parentCode) && code.length > parentCode.length);
  if (!isBelow) return { problem: atField('code', regionErrors.REGION_PREFIX({ parent: parentCode })) };
  const level = input.regionLevel ?? parent.regionLevel + 1;
  if (level <= parent.regionLevel || level > regionLevel.is.village)
    return { problem: atField('regionLevel', regionErrors.REGION_LEVEL()) };
  const ancestors = [parent.ancestors, parentCode].filter(Boolean).join(',');
  const row = { code, parentCode, ancestors, name: input.name, regionLevel: level };
  return { row: { ...row, sort: input.sort ?? 1, remark: input.remark ?? null } };
}

/** @throws REGION_PLATFORM, NOT_FOUND, REGION_ROOT, REGION_HAS_CHILDREN */
export async function removeRegion(tx: Tx, actor: Actor, code: string): Promise<void> {
  assertPlatform(actor);
  const [row] = await tx.select().from(regions).where(eq(regions.code, code)).for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  if (code === ROOT_REGION) throw regionErrors.REGION_ROOT();
  const count = await tx.$count(regions, eq(regions.parentCode, code));
  if (count > 0) throw regionErrors.REGION_HAS_CHILDREN({ name: row.name, count });
  await tx.delete(regions).where(eq(regions.code, code));
}

/** Returns the same error at its field. */
function atField(field: string, error: AppError): AppError {
  const message = { zh: error.say('zh'), en: error.say('en') };
  return new AppError(error.code, error.declaration, error.params, { fields: [{ field, message }] });
}
