import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, arrayOverlaps, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { type Context, type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import { cleanRichText } from '../../../kernel/rich-text/index.ts';
import { contentErrors, errorAt } from './errors.ts';
import { pictures } from './tables.ts';

/** Time for which an unused picture is kept: an editor may be open with it, or another copy in progress. */
const UNUSED_SECONDS = 7 * 24 * 3600;

type TextTable = PgTable & Readonly<Record<'id' | 'tenantId' | 'deletedAt' | 'pictureIds', PgColumn>>;
type Row = { readonly id: bigint; readonly pictureIds: readonly bigint[] };
type Values = Readonly<Record<string, unknown>>;

interface Options {
  /** The resource whose rows have the texts. */
  readonly resource: string;
  readonly table: TextTable;
  /** The fields with formatted texts; `required` ones must show something. */
  readonly fields: Readonly<Record<string, 'required' | 'optional'>>;
  /** Limits rows to those whose texts the caller may read without the permission to manage them. */
  readonly readable: (c: Context) => SQL | undefined | Promise<SQL | undefined>;
}

/** Returns the hooks and calls of a resource whose rows have formatted texts with pictures. */
export function richTexts({ resource, table, fields, readable }: Options) {
  /** Keeps pictures that rows show, and lets others expire. Call it after the rows are written. */
  const updateUse = async (app: App, tx: Tx, ids: readonly bigint[], except: readonly bigint[] = []): Promise<void> => {
    if (ids.length === 0) return;
    const shown = await tx
      .select({ ids: table.pictureIds })
      .from(table as PgTable)
      .where(
        and(
          isNull(table.deletedAt),
          arrayOverlaps(table.pictureIds, [...ids]),
          except.length > 0 ? notInArray(table.id, [...except]) : undefined,
        ),
      );
    const used = new Set(shown.flatMap((row) => row.ids as bigint[]));
    await app.files.setLife(
      tx,
      ids.filter((id) => used.has(id)),
      null,
    );
    await app.files.setLife(
      tx,
      ids.filter((id) => !used.has(id)),
      UNUSED_SECONDS,
    );
  };

  const assertPictures = async (c: Context, tx: Tx, ids: readonly bigint[]): Promise<void> => {
    if (ids.length === 0) return;
    const known = await tx.$count(
      pictures,
      and(eq(pictures.tenantId, c.actor.tenantId), eq(pictures.resource, resource), inArray(pictures.fileId, [...ids])),
    );
    if (known < ids.length) throw contentErrors.PICTURE_GONE();
  };

  return {
    /** Returns the input with its texts cleaned, and the pictures of all texts. @throws TEXT_EMPTY, PICTURE_GONE */
    clean: async <I extends object>(c: Context, tx: Tx, input: I, existing: (Row & Values) | null) => {
      const given = input as Values;
      const cleaned: Record<string, string | null> = {};
      const shown = new Set<bigint>();
      for (const [name, kind] of Object.entries(fields)) {
        const isGiven = given[name] !== undefined;
        const text = (isGiven ? given[name] : existing?.[name]) as string | null | undefined;
        const { html, pictureIds, isEmpty } = cleanRichText(text ?? '');
        for (const id of pictureIds) shown.add(id);
        if (!isGiven) continue;
        if (isEmpty && kind === 'required') throw errorAt(name, contentErrors, 'TEXT_EMPTY');
        cleaned[name] = isEmpty ? null : html;
      }
      const before = existing?.pictureIds ?? [];
      await assertPictures(
        c,
        tx,
        [...shown].filter((id) => !before.includes(id)),
      );
      const dropped = before.filter((id) => !shown.has(id));
      // Dropped pictures are only known here; added ones are handled after the row is written.
      if (existing) await updateUse(c.app, tx, dropped, [existing.id]);
      return { ...input, ...(cleaned as Partial<I>), pictureIds: [...shown] };
    },
    keep: (c: Context, tx: Tx, row: Row) => updateUse(c.app, tx, row.pictureIds),
    /** Lets the pictures of rows expire that are being removed. */
    drop: (c: Context, tx: Tx, rows: readonly Row[]) =>
      updateUse(
        c.app,
        tx,
        [...new Set(rows.flatMap(({ pictureIds }) => pictureIds))],
        rows.map(({ id }) => id),
      ),
    calls: {
      'put-picture': async (c: Context) => {
        const file = c.upload();
        await c.tx((tx) =>
          tx
            .insert(pictures)
            .values({ fileId: file.id, tenantId: c.actor.tenantId, resource, createUser: c.actor.userId }),
        );
        return { id: file.id };
      },
      /** Answers a picture: to readers of a text that shows it, to managers any, to its uploader. */
      picture: async (c: Context, { id }: { readonly id: bigint }): Promise<FileAnswer> => {
        const manages = c.can(`${resource}:view`);
        const condition = manages ? undefined : await readable(c);
        const shown = sql`exists (${c.app.db.drizzle
          .select({ one: sql`1` })
          .from(table as PgTable)
          .where(
            and(
              eq(table.tenantId, c.actor.tenantId),
              isNull(table.deletedAt),
              condition,
              sql`${table.pictureIds} @> array[${id}]::bigint[]`,
            ),
          )})`;
        const [found] = await c.app.db.drizzle
          .select({ fileId: pictures.fileId })
          .from(pictures)
          .where(
            and(
              eq(pictures.fileId, id),
              eq(pictures.tenantId, c.actor.tenantId),
              eq(pictures.resource, resource),
              manages ? undefined : or(eq(pictures.createUser, c.actor.userId), shown),
            ),
          );
        if (!found) throw commonErrors.NOT_FOUND();
        const file = await c.app.files.find(id);
        // As a download: browsers must never run the file within our origin.
        return fileAnswer({
          name: file.name,
          type: 'application/octet-stream',
          stream: await c.app.files.open(id),
        });
      },
    },
  };
}
