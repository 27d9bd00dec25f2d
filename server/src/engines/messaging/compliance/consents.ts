import { CONSENT_TEXT_VERSION, consent } from '@trade-assistant/contract/areas/compliance/consent.ts';
import { consentStatus } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { LATEST_TODAY, todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import type { Files } from '../../../kernel/files/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import { allOrNone } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { type Batch, decide } from './decide.ts';
import { atField, complianceErrors } from './errors.ts';
import { type ConsentRow, consents } from './tables.ts';

const { review, valid, expired } = consentStatus.is;
const PAGE = `/${consent.name}/index`;
const EXPIRED_MOST = 200;

/** Proofs of declarations. */
export const consentProofs = pictureLinks('/api/compliance/consent/proof?name=', ['image', 'pdf']);

/**
 * Returns the columns of a new declaration of the actor.
 * @throws CONSENT_AGENTS_ALONE, CONSENT_NOT_AGREED, CONSENT_CHANNELS, CONSENT_PROOF_MISSING, CONSENT_PROOF_GONE, CONSENT_DATE
 */
export async function consentToWrite(
  tx: Tx,
  actor: Actor,
  { files, ip }: { readonly files: Files; readonly ip: string },
  input: Partial<InputOf<typeof consent>>,
) {
  if (actor.userType === userType.is.staff) throw complianceErrors.CONSENT_AGENTS_ALONE();
  if (input.isAgreed !== 1) throw atField('isAgreed', 'CONSENT_NOT_AGREED');
  if (input.scopeChannels === 0) throw atField('scopeChannels', 'CONSENT_CHANNELS');
  const proofs = (input.sampleProofAttachIds ?? []).map(consentProofs.bare);
  if (proofs.length === 0) throw atField('sampleProofAttachIds', 'CONSENT_PROOF_MISSING');
  const { rows } = await tx.execute<{ today: string; last: string }>(sql`
    select t::text as today, (t + interval '1 year')::date::text as last from (select ${todayOf(actor.tenantId)} as t) d`);
  const { today = '', last = '' } = rows[0] ?? {};
  const validUntil = input.validUntil ?? last;
  if (validUntil < today || validUntil > last) throw atField('validUntil', 'CONSENT_DATE');
  const gone = () => atField('sampleProofAttachIds', 'CONSENT_PROOF_GONE');
  await consentProofs.keep(tx, actor, files, { before: [], after: proofs, gone });
  const name = actor.realName || actor.account;
  return {
    ...input,
    consentNo: businessNo('CS'),
    ownerId: actor.userId,
    ownerName: name,
    validUntil,
    sampleProofAttachIds: proofs,
    textVersion: CONSENT_TEXT_VERSION,
    agreedTime: new Date(),
    agreedIp: ip,
    agreedUserId: actor.userId,
    agreedUserName: name,
    status: review,
  };
}

declareLimit({ name: 'earliest last day of a new declaration', window: 'use', unit: 'days' });
declareLimit({ name: 'latest last day of a new declaration', window: 'use', unit: 'days' });
/** Notes the decision about declarations and notifies their owners. The caller has locked the rows and writes their states. */
export async function decideConsents(
  tx: Tx,
  actor: Actor,
  rows: readonly ConsentRow[],
  reason: string | null,
): Promise<void> {
  const changes = { auditUser: actor.userId, auditUserName: actor.realName || actor.account, rejectReason: reason };
  await tx
    .update(consents)
    .set({ ...changes, auditTime: sql`now()` })
    .where(
      inArray(
        consents.id,
        rows.map(({ id }) => id),
      ),
    );
  for (const row of rows)
    if (reason === null) await notify(tx, row, 'CONSENT_PASSED', { no: row.consentNo, until: row.validUntil ?? '' });
    else await notify(tx, row, 'CONSENT_REFUSED', { no: row.consentNo, reason });
}

/** Expires declarations after their last day and notifies their owners. @returns how many */
export async function expireConsents(tx: Tx, batch = allOrNone): Promise<number> {
  const rows = await tx
    .select()
    .from(consents)
    .where(
      and(
        eq(consents.status, valid),
        sql`${consents.validUntil} < ${LATEST_TODAY} and ${consents.validUntil} < ${todayOf(consents.tenantId)}`,
        batch.isNotSetApart(consents.id),
      ),
    )
    .orderBy(consents.id)
    .limit(EXPIRED_MOST)
    .for('update', { skipLocked: true });
  await batch.each(tx, rows, async (own, row) => {
    await own
      .update(consents)
      .set({ status: expired, updateTime: sql`now()`, version: sql`${consents.version} + 1` })
      .where(eq(consents.id, row.id));
    const actor = systemActor(row.tenantId);
    await logState(own, actor, { type: consent.name, id: row.id, from: valid, to: expired, event: 'expire' });
    await notify(own, row, 'CONSENT_EXPIRED', { no: row.consentNo });
    announceChange(own, row.tenantId, consent);
  });
  return rows.length;
}

/** Refuses new work without a valid declaration of its owner for its channel. @throws CONSENT_REQUIRED, CONSENT_EXPIRED */
export async function assertConsent(
  app: Pick<App, 'secrets' | 'parameters'>,
  tx: Tx,
  batch: Omit<Batch, 'numbers' | 'countryCode'>,
): Promise<void> {
  const { consent: state } = await decide(app, tx, { ...batch, countryCode: null, numbers: [] });
  if (state === 'missing') throw atField('consentId', 'CONSENT_REQUIRED');
  if (state === 'expired') throw atField('consentId', 'CONSENT_EXPIRED');
}

const notify = (
  tx: Tx,
  row: ConsentRow,
  key: 'CONSENT_PASSED' | 'CONSENT_REFUSED' | 'CONSENT_EXPIRED',
  params: Record<string, string>,
): Promise<unknown> =>
  sendMessage(tx, systemActor(row.tenantId), {
    to: { userIds: [row.ownerId] },
    key,
    params: params as never,
    bizType: consent.name,
    bizId: String(row.id),
    route: `${PAGE}?record=${row.id}`,
  });
