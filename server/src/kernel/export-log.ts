import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportSource } from '@trade-assistant/contract/number-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Actor } from './auth/actor.ts';
import type { Db, Tx } from './db/index.ts';

/** The log, for its list. */
export const exportLogs = pgTable('kernel_export_log', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  userId: bigint({ mode: 'bigint' }).notNull(),
  userName: text().notNull(),
  source: integer().notNull(),
  objectIds: text(),
  filters: jsonb().$type<Record<string, unknown>>(),
  format: text().notNull(),
  masked: integer().$type<0 | 1>().notNull(),
  rowCount: integer().notNull().default(0),
  sha256: text(),
  reason: text(),
  ip: text(),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** An export of numbers, or of users' money, before it starts. */
export interface Export {
  readonly source: keyof typeof exportSource.is;
  readonly format: 'txt' | 'xlsx' | 'zip' | 'pdf';
  readonly objectIds?: readonly bigint[];
  readonly filters?: object;
  readonly isMasked: boolean;
  readonly reason?: string | undefined;
}

/** Records the export and its user before the first byte is sent. @returns the entry's id, for `logged` */
export async function openExport(tx: Tx, actor: Actor, entry: Export): Promise<bigint> {
  const result = await tx.execute<{ id: string }>(sql`
    insert into kernel_export_log (tenant_id, user_id, user_name, source, object_ids, filters, format, masked, reason, ip)
    values (${actor.tenantId}, ${actor.userId}, ${actor.realName}, ${exportSource.is[entry.source]}, ${entry.objectIds?.join(',') ?? null},
      ${entry.filters ? JSON.stringify(entry.filters) : null}::jsonb, ${entry.format}, ${entry.isMasked ? 1 : 0}, ${entry.reason ?? null}, ${actor.ip})
    returning id`);
  return BigInt(result.rows[0]?.id ?? 0);
}

export interface ExportSummary {
  readonly sha256: string;
  readonly rows: number;
}

/**
 * Passes a file on and, before its last byte counts as sent, completes the log entry with its fingerprint and rows. An
 * entry without a fingerprint is a file that did not leave whole.
 * @param rows asked when the content has ended
 */
export function withExportLog(
  db: Db,
  exportId: bigint,
  content: AsyncIterable<Uint8Array>,
  rows: () => number,
  whenLeft?: (left: ExportSummary) => Promise<void>,
): Readable {
  async function* pass(): AsyncGenerator<Uint8Array> {
    const digest = createHash('sha256');
    for await (const chunk of content) {
      digest.update(chunk);
      yield chunk;
    }
    const left = { sha256: digest.digest('hex'), rows: rows() };
    await db.drizzle.execute(
      sql`update kernel_export_log set row_count = ${left.rows}, sha256 = ${left.sha256} where id = ${exportId}`,
    );
    await whenLeft?.(left);
  }
  return Readable.from(pass(), { objectMode: false });
}

/** Passes text on, counting its lines. */
export function countedLines(chunks: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>;
  rows(): number;
} {
  let rows = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += 1) if (chunk[at] === LINE_FEED) rows += 1;
      yield chunk;
    }
  }
  return { content: pass(), rows: () => rows };
}

const LINE_FEED = 10;
