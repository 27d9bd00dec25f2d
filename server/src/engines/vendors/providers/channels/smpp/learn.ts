import {
  smppIdForm,
  smppLearningState,
  smppReceiptParts,
} from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { App } from '../../../../../kernel/app/index.ts';
import type { Tx } from '../../../../../kernel/db/index.ts';
import { maskNumber, normalise } from '../../../../../kernel/phone/index.ts';
import { providerErrors } from '../../errors.ts';
import { type LearnedPart, learnings, type ProviderRow, receipts } from '../../tables.ts';
import { InDoubt } from '../ports.ts';
import { MESSAGE_RECEIPT } from '../webhook.ts';
import { keyOfAnswer, keyOfReceipt } from './ids.ts';
import { messageIn } from './reader.ts';
import { readReceipt } from './receipt.ts';
import type { SendQueue } from './send-queue.ts';
import { submissionsOf } from './submissions.ts';

/** A text of three parts: it shows for which of them receipts come. */
const TEXT = `Test message 测试短信。${'This text is long enough for three parts. '.repeat(4)}`;
/** A run that was taken and has no result after this time belongs to a worker that died. */
const TAKEN_SECONDS = 120;
const PROBLEM_MAX = 255;
const { all, last, first } = smppReceiptParts.is;
const { same, anyCase, bareZeros, hexToDec, decToHex } = smppIdForm.is;
const { requested, taken, sent, failed } = smppLearningState.is;

/** Stores the request for a test message; the node with a bind sends it. @throws SENDER_NUMBER at the field of the number */
export async function requestLearning(
  tx: Tx,
  row: ProviderRow,
  { phone, sender }: { phone: string; sender: string },
): Promise<void> {
  const read = normalise(phone.startsWith('+') ? phone : `+${phone}`);
  if (!read.ok) {
    const { zh, en } = providerErrors.declarations.SENDER_NUMBER;
    throw providerErrors.SENDER_NUMBER({}, { fields: [{ field: 'phone', message: { zh, en } }] });
  }
  const values = { e164: read.e164, sender, state: requested, parts: [], problem: null };
  await tx
    .insert(learnings)
    .values({ providerId: row.id, ...values })
    .onConflictDoUpdate({ target: learnings.providerId, set: { ...values, startTime: sql`now()` } });
}

/** Sends requested test messages over links of this node, each once. */
export async function learnHere(app: App, queues: ReadonlyMap<bigint, SendQueue>): Promise<void> {
  if (queues.size === 0) return;
  const runs = await app.db.drizzle
    .update(learnings)
    .set({ state: taken })
    .where(and(eq(learnings.state, requested), inArray(learnings.providerId, [...queues.keys()])))
    .returning();
  for (const { providerId, e164, sender } of runs) {
    const queue = queues.get(providerId);
    if (!queue) continue;
    const type = /^\+?\d+$/.test(sender) ? (sender.length < 8 ? 2 : 1) : 3;
    const message = { e164, from: { address: sender, type }, ttlSeconds: null };
    const profile = { ...queue.profile, receiptParts: all };
    const submissions = submissionsOf(profile, message, TEXT, () => queue.nextReference(`${sender} ${e164}`));
    // Not awaited: the answers may take as long as the SMSC likes.
    void queue
      .send(submissions, AbortSignal.timeout(TAKEN_SECONDS * 1000))
      .then(
        (handed) =>
          handed.state === 'accepted'
            ? { state: sent, parts: learned(handed.parts ?? []), problem: null }
            : { state: failed, parts: [], problem: handed.error.text },
        (error: unknown) => ({
          state: error instanceof InDoubt ? sent : failed,
          parts: error instanceof InDoubt ? learned(error.parts) : [],
          problem: (error instanceof Error ? error.message : String(error)).slice(0, PROBLEM_MAX),
        }),
      )
      .then((result) =>
        app.db.drizzle
          .update(learnings)
          .set(result)
          .where(and(eq(learnings.providerId, providerId), eq(learnings.state, taken))),
      )
      .catch((error: unknown) => app.log.warn({ err: error }, 'the result of a test message could not be stored'));
  }
}

const learned = (parts: readonly { partNo: number; vendorId: string | null; error: { text: string } | null }[]) =>
  parts.map(({ partNo, vendorId, error }): LearnedPart => ({ partNo, id: vendorId, error: error?.text ?? null }));

interface SeenReceipt {
  readonly id: string;
  readonly state: string;
  readonly time: Date;
}

/** Returns the last run of a provider with the receipts that came since, and what they propose; null for none. */
export async function learningOf(app: App, providerId: bigint) {
  const run = app.db.drizzle;
  const [found] = await run.select().from(learnings).where(eq(learnings.providerId, providerId));
  if (!found) return null;
  const { e164, parts, startTime } = found;
  const isLost = found.state === taken && Date.now() - startTime.getTime() > TAKEN_SECONDS * 1000;
  const rows = await run
    .select({ body: receipts.body, time: receipts.receiveTime })
    .from(receipts)
    .where(
      and(eq(receipts.kind, MESSAGE_RECEIPT), eq(receipts.sourceId, providerId), gte(receipts.receiveTime, startTime)),
    )
    .orderBy(asc(receipts.id))
    .limit(1000);
  const seen = rows.flatMap(({ body, time }): SeenReceipt[] => {
    const message = messageIn(body)?.message;
    const receipt = message && readReceipt(message, 'UTC');
    const isOurs = message?.source.address.replace(/^(\+|00)/, '') === String(e164);
    return isOurs && receipt?.id ? [{ id: receipt.id, state: receipt.state, time }] : [];
  });
  return {
    state: isLost ? failed : found.state,
    phone: maskNumber(e164),
    startTime,
    problem: isLost ? 'the node ended' : found.problem,
    parts,
    receipts: seen,
    proposal: propose(
      parts,
      seen.map(({ id }) => id),
    ),
  };
}

/**
 * Returns the settings that explain receipts by the ids of answers: the first form in which every receipt names a part. Null while none
 * does.
 */
export function propose(
  parts: readonly LearnedPart[],
  ids: readonly string[],
): { idForm: number; receiptParts: number } | null {
  if (ids.length === 0) return null;
  for (const form of [same, anyCase, bareZeros, hexToDec, decToHex]) {
    const byKey = new Map(
      parts.flatMap(({ id, partNo }) => (id === null ? [] : [[keyOfAnswer(form, id), partNo] as const])),
    );
    const reported = new Set(ids.map((id) => byKey.get(keyOfReceipt(form, id))));
    if (reported.has(undefined)) continue;
    const isOnly = (partNo: number | undefined) => parts.length > 1 && reported.size === 1 && reported.has(partNo);
    return {
      idForm: form,
      receiptParts: isOnly(parts[0]?.partNo) ? first : isOnly(parts.at(-1)?.partNo) ? last : all,
    };
  }
  return null;
}
