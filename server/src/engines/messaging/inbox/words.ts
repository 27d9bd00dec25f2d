import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';

/** Words of one text that are indexed, and letters of each. */
const WORDS_MAX = 200;
const LETTERS_MAX = 32;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * Returns the words by which a text is found: runs of letters or digits; in scripts without spaces each pair of neighbours, and each
 * character alone.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [run] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!CJK.test(run)) words.add(run.slice(0, LETTERS_MAX));
    else {
      const characters = [...run];
      characters.forEach((one, index) => {
        words.add(one);
        const next = characters[index + 1];
        if (next !== undefined) words.add(one + next);
      });
    }
    if (words.size >= WORDS_MAX) break;
  }
  return [...words].slice(0, WORDS_MAX);
}

/** Returns the words that a search needs: of scripts without spaces the pairs, and single characters only where there is no pair. */
export const soughtWords = (text: string): string[] => {
  const words = wordsOf(text);
  return words.filter(
    (word) => [...word].length > 1 || !CJK.test(word) || !words.some((one) => one !== word && one.includes(word)),
  );
};

/** Returns the stored form of a word: eight bytes of a keyed digest, different for each owner, so that equal words of two owners differ. */
const digestOf = ({ secrets }: Pick<App, 'secrets'>, ownerId: bigint, word: string): bigint =>
  BigInt.asIntN(64, BigInt(`0x${secrets.digest(word, `inbox word ${ownerId}`).slice(0, 16)}`));

const digests = (app: Pick<App, 'secrets'>, ownerId: bigint, words: readonly string[]) =>
  sql.param(words.map((word) => String(digestOf(app, ownerId, word))));

/** Makes a text findable by its words. */
export async function indexText(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  { ownerId, sessionId }: { readonly ownerId: bigint; readonly sessionId: bigint },
  text: string,
): Promise<void> {
  const words = wordsOf(text);
  if (words.length === 0) return;
  await tx.execute(sql`
    insert into inb_word (owner_id, word, session_id)
    select ${ownerId}::bigint, word, ${sessionId}::bigint from unnest(${digests(app, ownerId, words)}::bigint[]) word
    on conflict (owner_id, word, session_id) do update set create_time = now()`);
}

/** Owners whose texts one search covers at most. */
const OWNERS_MAX = 200;

/** Returns the condition that a session has all words of a text; owners are those of the sessions that the reader reaches. */
export function havingText(app: Pick<App, 'secrets'>, owners: readonly bigint[], text: string) {
  const words = soughtWords(text);
  if (words.length === 0) return sql`true`;
  const parts = owners.slice(0, OWNERS_MAX).map(
    (ownerId) => sql`select session_id from inb_word where owner_id = ${ownerId}::bigint
      and word = any(${digests(app, ownerId, words)}::bigint[]) group by session_id having count(*) = ${words.length}::int`,
  );
  if (parts.length === 0) return sql`false`;
  return sql`inb_session.id in (${sql.join(parts, sql` union all `)})`;
}
