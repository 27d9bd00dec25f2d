import { mailLog, mailState } from '@trade-assistant/contract/areas/resource/mail-log.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { App } from '../../../kernel/app/index.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { defineDeliveries, defineJob, type Mine, type Taken } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { recordHandOver } from '../in-use/index.ts';
import { MAIL_SERVICES, serverOf } from './servers.ts';
import { type MailRow, type MailServer, mails, suppressedAddresses } from './tables.ts';
import { deliver, type Letter, type Outcome } from './transport.ts';

/** Wakes the nodes when a message was queued. */
const MAIL_CHANNEL = 'mail_outbox';
/** Messages under way on a node, and those of one tenant. */
const AT_ONCE = 20;
const PER_TENANT = 4;
/** Longer than a hand-over, which ends after `HAND_OVER_MILLIS`, and the storing of its outcome. */
const LEASE_SECONDS = 300;
const INTERRUPTED = {
  zh: '发送时程序多次中断',
  en: 'The program was interrupted several times while it sent the message',
};

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
 * Queues a message in the caller's transaction; it is sent after the commit. A message to an address that refused mail for good is
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
      locale,
      nextTime: refusal ? null : (sql`now()` as unknown as Date),
    })
    .returning();
  invariant(row, 'mail-inserted', tenantId);
  if (!refusal) await tx.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`);
  announceChange(tx, tenantId, mailLog);
  return row.id;
}

/** A message that a node sends, with its attempt. */
interface TakenMail extends Taken {
  readonly row: MailRow;
}

/** Sends messages, on every node, a few of each tenant at once. One that nobody answered for is sent again under the same message id. */
export const mailService = defineDeliveries<TakenMail, Attempt>({
  name: 'mail/outbox',
  channel: MAIL_CHANNEL,
  table: { name: 'sys_mail_log', id: 'id', due: 'next_time', lease: 'next_time', tries: 'attempts' },
  atOnce: AT_ONCE,
  perLane: PER_TENANT,
  laneOf: ({ row }) => row.tenantId,
  leaseSeconds: LEASE_SECONDS,
  // Messages of the release before have no language; its tasks send them.
  choose: (_app, { fullLanes, apart }) => sql`
    due as materialized (
      select id from sys_mail_log where state = ${sql.raw(String(waiting))} and locale is not null and next_time <= now()
        and tenant_id <> all(${sql.param([...fullLanes])}::text[]) and id <> all(${sql.param([...apart])}::bigint[])
      order by next_time limit 1 for update skip locked)`,
  load: async (_app, tx, taken) => {
    const rows = await tx
      .select()
      .from(mails)
      .where(
        inArray(
          mails.id,
          taken.map(({ id }) => BigInt(id)),
        ),
      );
    return rows.map((row) => ({ id: String(row.id), tries: row.attempts, row }));
  },
  send: (app, { row }) => attempt(app, row),
  store: (_app, tx, { row }, attempted, mine) => conclude(tx, row, attempted, mine),
});

/** Gives a message of the release before to the service. */
export const mailJob = defineJob({
  name: 'mail/send',
  title: { zh: '发送邮件', en: 'Send e-mail' },
  input: z.object({ id: idSchema(), locale: z.enum(['zh', 'en']) }),
  async run({ app }, { id, locale }) {
    await app.db.tx(async (tx) => {
      await tx
        .update(mails)
        .set({ locale, nextTime: sql`now()` as unknown as Date })
        .where(and(eq(mails.id, id), eq(mails.state, waiting), isNull(mails.locale)));
      await tx.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`);
    });
    return undefined;
  },
});

/** An attempt to hand a message over; no server before one was found. */
interface Attempt {
  readonly outcome: Outcome;
  readonly server: MailServer | null;
}

async function attempt(app: App, row: MailRow): Promise<Attempt> {
  const locale = row.locale ?? 'zh';
  let server: MailServer | null = null;
  // A message that ends its process comes back each time.
  if (row.attempts > PAUSES.length + 1) return { server, outcome: { kind: 'refused', problem: INTERRUPTED[locale] } };
  const attachments: Letter['attachments'][number][] = [];
  try {
    server = await serverOf(app.db.drizzle, row.tenantId, row.mailId);
    for (const fileId of row.fileIds)
      attachments.push({ filename: (await app.files.find(fileId)).name, content: await app.files.open(fileId) });
    const text = app.secrets.open(row.body ?? '', sealed(row.tenantId));
    const letter = { id: row.id, to: row.address, subject: row.subject, text, attachments };
    return { server, outcome: await deliver(app, server, letter) };
  } catch (error) {
    for (const { content } of attachments) content.destroy();
    if (isAppError(error)) return { server: null, outcome: { kind: 'refused', problem: error.say(locale) } };
    return { server: null, outcome: { kind: 'later', problem: (error as Error).message } };
  }
}

async function conclude(tx: Tx, row: MailRow, { outcome, server }: Attempt, mine: Mine): Promise<boolean> {
  const pause = outcome.kind === 'later' ? PAUSES[row.attempts - 1] : undefined;
  const nextTime = pause === undefined ? null : new Date(Date.now() + pause * MINUTE_MILLIS);
  const problem = outcome.kind === 'sent' ? null : outcome.problem.slice(0, PROBLEM_MAX);
  const { rowCount } = await tx
    .update(mails)
    .set({
      state: outcome.kind === 'sent' ? sent : nextTime ? waiting : failed,
      sentTime: outcome.kind === 'sent' ? new Date() : null,
      nextTime,
      problem,
      workerId: null,
    })
    .where(and(mine, eq(mails.state, waiting)));
  if (rowCount === 0) return false;
  if (outcome.kind === 'gone')
    await tx
      .insert(suppressedAddresses)
      .values({ tenantId: row.tenantId, address: row.address.toLowerCase(), problem: problem ?? '' })
      .onConflictDoNothing();
  // An address that does not exist says nothing about the server.
  else if (server)
    await recordHandOver(tx, MAIL_SERVICES, { tenantId: row.tenantId, id: server.id, name: server.host, problem });
  announceChange(tx, row.tenantId, mailLog);
  return true;
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

/** Empties texts after 30 days, and deletes rows after a year. A message that still waits then has failed. */
export async function purgeMail(db: Db): Promise<void> {
  await db.background.drizzle.execute(sql`
    update sys_mail_log set body = null, file_ids = '{}', state = case when state = ${waiting} then ${failed}::int else state end
    where body is not null and create_time < now() - make_interval(days => ${KEPT_DAYS})`);
  await db.background.drizzle.execute(
    sql`delete from sys_mail_log where create_time < now() - make_interval(days => ${LOGGED_DAYS})`,
  );
}
