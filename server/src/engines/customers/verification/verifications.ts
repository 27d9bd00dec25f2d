import { verificationStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { verification } from '@trade-assistant/contract/areas/agent/verification.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessZone, LATEST_TODAY, todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Files } from '../../../kernel/files/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import { allOrNone } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { openSecretOf, sealingPurpose } from '../../../kernel/resource/sealed.ts';
import { logState } from '../../../kernel/resource/states.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { verificationErrors } from './errors.ts';
import { type VerificationRow, verifications } from './tables.ts';

const { review, passed, replaced, expired } = verificationStatus.is;
const PAGE = `/${verification.name}/index`;
const DOCUMENT_NO = /^[A-Za-z0-9][A-Za-z0-9\-/ ]{3,31}$/;
const EXPIRED_MOST = 200;

/** Pictures of documents. */
export const documentPictures = pictureLinks('/api/agent/verification/picture?name=');

/**
 * Returns the columns of an agent's submitted documents. An agent has at most one request under review.
 * @throws AGENTS_ALONE, VERIFICATION_OPEN, PICTURES_MISSING, PICTURE_GONE, DOCUMENT_NO_INVALID, DOCUMENT_EXPIRED
 */
export async function documentsToWrite(
  tx: Tx,
  actor: Actor,
  { files, secrets }: { readonly files: Files; readonly secrets: Secrets },
  input: Partial<InputOf<typeof verification>>,
) {
  if (actor.userType !== userType.is.agent) throw verificationErrors.AGENTS_ALONE();
  // Serialises two requests of one agent.
  await tx.execute(sql`select from sys_user where id = ${actor.userId} for no key update`);
  const open = await tx
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(eq(verifications.userId, actor.userId), eq(verifications.status, review)));
  if (open.length > 0) throw verificationErrors.VERIFICATION_OPEN();
  const pictures = (input.pictures ?? []).map(documentPictures.bare);
  if (pictures.length === 0) throw atField('pictures', 'PICTURES_MISSING');
  const { tenantId } = actor;
  const number = openSecretOf(secrets, verification, { ...input, tenantId }, 'idCardNo').trim();
  if (!DOCUMENT_NO.test(number)) throw atField('idCardNo', 'DOCUMENT_NO_INVALID');
  const today = formatTime(new Date(), await businessZone(tx, tenantId)).slice(0, 10);
  if (input.validUntil && input.validUntil < today) throw atField('validUntil', 'DOCUMENT_EXPIRED');
  const gone = (): AppError => atField('pictures', 'PICTURE_GONE');
  await documentPictures.keep(tx, actor, files, { before: [], after: pictures, gone });
  return {
    ...input,
    pictures,
    userId: actor.userId,
    userName: actor.realName || actor.account,
    idCardNo: secrets.seal(number, sealingPurpose(verification.name, 'idCardNo', tenantId)),
    cardLast4: number.slice(-4),
    status: review,
  };
}

function atField(
  field: string,
  name: 'PICTURES_MISSING' | 'DOCUMENT_NO_INVALID' | 'DOCUMENT_EXPIRED' | 'PICTURE_GONE',
): AppError {
  const { zh, en } = verificationErrors.declarations[name];
  return verificationErrors[name]({}, { fields: [{ field, message: { zh, en } }] });
}

/** Notifies reviewers of a waiting request. */
export const notifyReviewers = (tx: Tx, actor: Actor, row: VerificationRow): Promise<unknown> =>
  sendMessage(tx, systemActor(actor.tenantId), {
    to: { roleKeys: ['admin', 'compliance'] },
    key: 'VERIFICATION_TODO',
    params: { user: row.userName },
    bizType: verification.name,
    bizId: String(row.id),
    route: `${PAGE}?record=${row.id}`,
  });

/** Accepts documents and supersedes those accepted before. The caller has locked the rows and writes their states. */
export async function acceptDocuments(tx: Tx, actor: Actor, rows: readonly VerificationRow[]): Promise<void> {
  await decided(tx, actor, rows, null);
  const before = await tx
    .update(verifications)
    .set({
      status: replaced,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${verifications.version} + 1`,
    })
    .where(
      and(
        eq(verifications.tenantId, actor.tenantId),
        inArray(
          verifications.userId,
          rows.map(({ userId }) => userId),
        ),
        eq(verifications.status, passed),
      ),
    )
    .returning();
  for (const { id } of before)
    await logState(tx, actor, { type: verification.name, id, from: passed, to: replaced, event: 'replace' });
  for (const row of rows) await notify(tx, row, 'VERIFICATION_PASSED', { name: row.legalName });
}

/** Rejects documents, or revokes accepted ones. */
export async function rejectDocuments(
  tx: Tx,
  actor: Actor,
  rows: readonly VerificationRow[],
  reason: string,
): Promise<void> {
  await decided(tx, actor, rows, reason);
  for (const row of rows) await notify(tx, row, 'VERIFICATION_REFUSED', { name: row.legalName, reason });
}

async function decided(
  tx: Tx,
  actor: Actor,
  rows: readonly VerificationRow[],
  rejectReason: string | null,
): Promise<void> {
  await tx
    .update(verifications)
    .set({
      auditUser: actor.userId,
      auditUserName: actor.realName || actor.account,
      auditTime: sql`now()`,
      rejectReason,
    })
    .where(
      inArray(
        verifications.id,
        rows.map(({ id }) => id),
      ),
    );
  announceChange(tx, actor.tenantId, 'agent/user');
}

/** Expires verifications whose document is no longer valid and notifies their owners. @returns how many */
export async function expireVerifications(tx: Tx, batch = allOrNone): Promise<number> {
  const rows = await tx
    .select()
    .from(verifications)
    .where(
      and(
        eq(verifications.status, passed),
        sql`${verifications.validUntil} < ${LATEST_TODAY} and ${verifications.validUntil} < ${todayOf(verifications.tenantId)}`,
        batch.isNotSetApart(verifications.id),
      ),
    )
    .orderBy(verifications.id)
    .limit(EXPIRED_MOST)
    .for('update', { skipLocked: true });
  await batch.each(tx, rows, async (own, row) => {
    await own
      .update(verifications)
      .set({ status: expired, updateTime: sql`now()`, version: sql`${verifications.version} + 1` })
      .where(eq(verifications.id, row.id));
    const actor = systemActor(row.tenantId);
    await logState(own, actor, { type: verification.name, id: row.id, from: passed, to: expired, event: 'expire' });
    await notify(own, row, 'VERIFICATION_EXPIRED', { name: row.legalName });
    announceChange(own, row.tenantId, verification);
  });
  return rows.length;
}

const notify = (
  tx: Tx,
  row: VerificationRow,
  key: 'VERIFICATION_PASSED' | 'VERIFICATION_REFUSED' | 'VERIFICATION_EXPIRED',
  params: Record<string, string>,
): Promise<unknown> =>
  sendMessage(tx, systemActor(row.tenantId), {
    to: { userIds: [row.userId] },
    key,
    params: params as never,
    bizType: verification.name,
    bizId: String(row.id),
    route: `${PAGE}?record=${row.id}`,
  });
