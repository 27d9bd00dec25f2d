import { announcementReaders } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../kernel/db/index.ts';
import { countryOfUser } from '../../people/identity/index.ts';

/** Bits of user types in `announcementReaders` and `activityUsers`. */
const BITS: Readonly<Record<number, number>> = {
  [userType.is.staff]: announcementReaders.is.staff,
  [userType.is.agent]: announcementReaders.is.agent,
  [userType.is.subUser]: announcementReaders.is.subUser,
  [userType.is.appUser]: announcementReaders.is.appUser,
};

export interface Audience {
  /** The bit of the user's type; 0 for an unknown type. */
  readonly bit: number;
  readonly country: string | undefined;
}

/** Returns the audience a user belongs to. */
export async function audienceOf(
  tx: Pick<Tx, 'select' | 'execute'>,
  { userId, userType: type }: { readonly userId: bigint; readonly userType: number },
): Promise<Audience> {
  const country = type === userType.is.appUser ? await countryOfAppUser(tx, userId) : undefined;
  return { bit: BITS[type] ?? 0, country: country ?? (await countryOfUser(tx, userId)) };
}

/** Returns the country that an app user registered with; undefined if it named none. */
async function countryOfAppUser(tx: Pick<Tx, 'execute'>, userId: bigint): Promise<string | undefined> {
  const { rows } = await tx.execute<{ code: string }>(
    sql`select country_code as code from app_user where user_id = ${userId}`,
  );
  return rows[0]?.code || undefined;
}

/** Returns the condition that rows are meant for an audience: by a set of user types and a list of countries. */
export const isFor = (users: PgColumn, countries: PgColumn, { bit, country }: Audience): SQL => sql`(
  ${users} & ${bit} <> 0
  and (coalesce(jsonb_array_length(${countries}), 0) = 0 or ${countries} @> jsonb_build_array(${country ?? null}::text)))`;
