import { mailLog, mailState } from '@trade-assistant/contract/areas/resource/mail-log.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { App } from '../../kernel/app/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { invariant } from '../../kernel/invariant.ts';
import { defineJob, startTask } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { serverOf } from './servers.ts';
import { type MailRow, mails, suppressedAddresses } from './tables.ts';
import { deliver, type Letter, type Outcome } from './transport.ts';

const { waiting, sent, failed, suppressed } = mailState.is;
const MINUTE_MILLIS = 60_000;
/** Minutes before each further attempt; after the last one the message has failed. */
const PAUSES = [1, 5, 30, 120, 720] as const;
const KEPT_DAYS = 30;
const LOGGED_DAYS = 365;
const SUBJECT_MAX = 200;
const PROBLEM_MAX = 500;

export interface NewMail {
  readonly tenantId: string;
  /** The user whose address it is. */
  readonly userId: bigint;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  /** Stored files to attach; they have to be kept for some days. */
  readonly fileIds?: readonly bigint[];
  /** The server of a test; otherwise the one in use. */
  readonly serverId?: bigint;
  /** Language of problems in the log. */
  readonly locale: 'zh' | 'en';
}

const sealed = (tenantId: string): string => `mail text ${tenantId}`;

/**
 * Queues a message in the caller's transaction; a task sends it after the commit. A message to an address that refused mail for good is
 * only logged. @returns the id in the log
 */
export async function queueMail(tx: Tx, { secrets }: Pick<App, 'secrets'>, mail: NewMail): Promise<bigint> {
  const { tenantId, address, locale } = mail;
  const [refusal] = await tx
    .select()
    .from(suppressedAddresses)
    .where(and(eq(suppressedAddresses.tenantId, tenantId), eq(suppressedAddresses.address, address.toLowerCase())));
  const [row] = await tx
    .insert(mails)
    .values({
      tenantId,
      userId: mail.userId,
      address,
      subject: mail.subject.replace(/\s+/g, ' ').slice(0, SUBJECT_MAX),
      body: refusal ? null : secrets.seal(mail.text, sealed(tenantId)),
      fileIds: refusal ? [] : [...(mail.fileIds ?? [])],
      mailId: mail.serverId ?? null,
      state: refusal ? suppressed : waiting,
      problem: refusal?.problem ?? null,
    })
    .returning();
  invariant(row, 'mail-inserted', tenantId);
  if (!refusal) await startTask(tx, systemActor(tenantId), mailJob, { id: row.id, locale }, { visible: false });
  announceChange(tx, tenantId, mailLog);
  return row.id;
}

/** Sends one message: once a task, and again later by another task while the server asks for it. */
export const mailJob = defineJob({
  name: 'mail/send',
  title: { zh: '发送邮件', en: 'Send e-mail' },
  input: z.object({ id: idSchema(), locale: z.enum(['zh', 'en']) }),
  async run({ app, signal }, { id, locale }) {
    signal.throwIfAborted();
    const row = await claim(app.db, id);
    if (!row) return undefined;
    await conclude(app, row, await attempt(app, row, locale), locale);
    return undefined;
  },
});

/** Counts the attempt before it is made, so that an attempt which ends the process counts too. */
async function claim(db: Db, id: bigint): Promise<MailRow | undefined> {
  const [row] = await db.drizzle
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), eq(mails.state, waiting)))
    .returning();
  return row;
}

async function attempt(app: App, row: MailRow, locale: 'zh' | 'en'): Promise<Outcome> {
  const attachments: Letter['attachments'][number][] = [];
  try {
    const server = await serverOf(app.db.drizzle, row.tenantId, row.mailId);
    for (const fileId of row.fileIds)
      attachments.push({ filename: (await app.files.find(fileId)).name, content: await app.files.open(fileId) });
    const text = app.secrets.open(row.body ?? '', sealed(row.tenantId));
    return await deliver(app, server, { id: row.id, to: row.address, subject: row.subject, text, attachments });
  } catch (error) {
    for (const { content } of attachments) content.destroy();
    if (isAppError(error)) return { kind: 'refused', problem: error.say(locale) };
    return { kind: 'later', problem: (error as Error).message };
  }
}

async function conclude(app: App, row: MailRow, outcome: Outcome, locale: 'zh' | 'en'): Promise<void> {
  const pause = outcome.kind === 'later' ? PAUSES[row.attempts - 1] : undefined;
  const nextTime = pause === undefined ? null : new Date(Date.now() + pause * MINUTE_MILLIS);
  const problem = outcome.kind === 'sent' ? null : outcome.problem.slice(0, PROBLEM_MAX);
  await app.db.tx(async (tx) => {
    await tx
      .update(mails)
      .set({
        state: outcome.kind === 'sent' ? sent : nextTime ? waiting : failed,
        sentTime: outcome.kind === 'sent' ? new Date() : null,
        nextTime,
        problem,
      })
      .where(eq(mails.id, row.id));
    if (outcome.kind === 'gone')
      await tx
        .insert(suppressedAddresses)
        .values({ tenantId: row.tenantId, address: row.address.toLowerCase(), problem: problem ?? '' })
        .onConflictDoNothing();
    if (nextTime)
      await startTask(
        tx,
        systemActor(row.tenantId),
        mailJob,
        { id: row.id, locale },
        { visible: false, runAt: nextTime },
      );
    announceChange(tx, row.tenantId, mailLog);
  });
}

export interface MailResult {
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly problem: string | null;
}

/** Returns the outcomes of queued messages, by their ids. */
export async function mailResults(
  run: Db['drizzle'] | Tx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, MailResult>> {
  if (ids.length === 0) return new Map();
  const rows = await run
    .select({ id: mails.id, state: mails.state, problem: mails.problem })
    .from(mails)
    .where(inArray(mails.id, [...ids]));
  const words = (state: number) => (state === waiting ? 'waiting' : state === sent ? 'sent' : 'failed');
  return new Map(rows.map(({ id, state, problem }) => [id, { state: words(state), problem }]));
}

/** The condition that a queued message was sent or will not be sent. */
export const hasEnded = (id: AnyPgColumn): SQL =>
  sql`exists (select from ${mails} where ${mails.id} = ${id} and ${mails.state} <> ${waiting})`;

/** Allows mail to an address again. */
export async function releaseAddress(tx: Tx, tenantId: string, address: string): Promise<void> {
  await tx
    .delete(suppressedAddresses)
    .where(and(eq(suppressedAddresses.tenantId, tenantId), eq(suppressedAddresses.address, address.toLowerCase())));
  announceChange(tx, tenantId, mailLog);
}

/** Returns which of the addresses get no mail. */
export async function suppressedAmong(
  db: Db,
  tenantId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db.drizzle
    .select({ address: suppressedAddresses.address })
    .from(suppressedAddresses)
    .where(
      and(
        eq(suppressedAddresses.tenantId, tenantId),
        inArray(suppressedAddresses.address, [...new Set(addresses.map((one) => one.toLowerCase()))]),
      ),
    );
  return new Set(rows.map(({ address }) => address));
}

/** Empties texts after 30 days, and deletes rows after a year. A message whose task ended the process twice still waits then: it has failed. */
export async function purgeMail(db: Db): Promise<void> {
  await db.background.drizzle.execute(sql`
    update sys_mail_log set body = null, file_ids = '{}', state = case when state = ${waiting} then ${failed}::int else state end
    where body is not null and create_time < now() - make_interval(days => ${KEPT_DAYS})`);
  await db.background.drizzle.execute(
    sql`delete from sys_mail_log where create_time < now() - make_interval(days => ${LOGGED_DAYS})`,
  );
}
