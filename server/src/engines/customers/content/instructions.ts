import { instructionLang } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { ARTICLES_SHOWN } from '@trade-assistant/contract/areas/app-manage/instruction.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { literal } from '../../../kernel/resource/filters.ts';
import { openingOf, titleOfScreen } from '../../people/identity/index.ts';
import { instructions } from './tables.ts';

/** Characters around the place that was found. */
const AROUND = 60;

/** Whether the caller may open a screen. Screens that operators added to the menu have no permission of their own. */
const canOpen = (c: Context, screen: string): boolean => {
  const opens = openingOf(screen);
  return opens === null || opens === undefined || c.can(opens);
};

/** Whether the caller may open one of the screens, or the article explains none. */
const explainsFor = (c: Context, screens: readonly string[] | null): boolean =>
  !screens?.length || screens.some((screen) => canOpen(c, screen));

const shown = (c: Context): SQL | undefined =>
  and(
    eq(instructions.tenantId, c.actor.tenantId),
    isNull(instructions.deletedAt),
    eq(instructions.status, enableStatus.is.enabled),
  );

/** Returns the condition that an article may be read by the caller; `null` screens are open to everybody. */
export const readableArticles = async (c: Context): Promise<SQL | undefined> => {
  const rows = await c.app.db.drizzle
    .select({ id: instructions.id, screens: instructions.screens })
    .from(instructions)
    .where(shown(c));
  const ids = rows.filter(({ screens }) => explainsFor(c, screens)).map(({ id }) => String(id));
  return and(shown(c), sql`${instructions.id} = any(${sql.param(ids)}::bigint[])`);
};

/** Returns the articles for the caller, those whose title or words contain the keyword; at most ARTICLES_SHOWN. */
export async function articlesFor(c: Context, keyword: string, lang: number | undefined) {
  const { id, title, category, screens, words } = instructions;
  const part = `%${literal(keyword)}%`;
  const rows = await c.app.db.drizzle
    .select({ id, title, category, lang: instructions.lang, screens, words })
    .from(instructions)
    .where(
      and(
        await readableArticles(c),
        eq(instructions.lang, lang ?? instructionLang.is[c.locale]),
        keyword ? or(ilike(title, part), ilike(words, part)) : undefined,
      ),
    )
    .orderBy(keyword ? sql`(${title} ilike ${part}) desc` : asc(category), asc(instructions.sort), asc(id))
    .limit(ARTICLES_SHOWN);
  return rows.map(({ words: all, ...row }) => ({ ...row, excerpt: excerptOf(all, keyword) }));
}

function excerptOf(words: string, keyword: string): string {
  const at = keyword ? words.toLowerCase().indexOf(keyword.toLowerCase()) : -1;
  const start = Math.max(0, at - AROUND / 2);
  const end = Math.max(0, at) + keyword.length + AROUND;
  return `${start > 0 ? '…' : ''}${words.slice(start, end)}${end < words.length ? '…' : ''}`;
}

/** Returns the screens that articles in the caller's language explain. */
export async function topicsFor(c: Context): Promise<string[]> {
  const rows = await c.app.db.drizzle
    .select({ screens: instructions.screens })
    .from(instructions)
    .where(and(shown(c), eq(instructions.lang, instructionLang.is[c.locale])));
  return [...new Set(rows.flatMap(({ screens }) => screens ?? []))].filter((screen) => canOpen(c, screen));
}

/** Returns one article for the caller. @throws NOT_FOUND */
export async function articleFor(c: Context, id: bigint) {
  const [row] = await c.app.db.drizzle
    .select()
    .from(instructions)
    .where(and(shown(c), eq(instructions.id, id)));
  if (!row || !explainsFor(c, row.screens)) throw commonErrors.NOT_FOUND();
  const links = (row.screens ?? []).flatMap((screen) => {
    const title = titleOfScreen(screen);
    return title && canOpen(c, screen) ? [{ screen, title: title[c.locale] }] : [];
  });
  return { ...row, links };
}

/** Counts one reading of an article. @throws NOT_FOUND */
export async function countView(c: Context, tx: Tx, id: bigint): Promise<void> {
  await articleFor(c, id);
  await tx
    .update(instructions)
    .set({ viewCount: sql`least(${instructions.viewCount} + 1, 2147483647)` })
    .where(eq(instructions.id, id));
}
