import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { paymentType, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Files } from '../../../kernel/files/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { paymentErrors } from './errors.ts';
import { notifyFinance } from './recharges.ts';
import { incoming, type RechargeRow } from './tables.ts';
import { hasRival } from './transactions.ts';
import { transactionOf } from './watchers/seen.ts';

export type Proof = Pick<Partial<InputOf<typeof recharge>>, 'txHash' | 'payerName' | 'proofs' | 'payerNote'>;

const { awaiting, review, expired } = rechargeStatus.is;

/** Most transactions a recharge may name, one after another. The column has the same limit. */
const HASHES_MOST = 5;
const DAY_MILLIS = 86_400_000;
/** Pictures that prove a payment. */
export const proofPictures = pictureLinks('/api/agent/recharge/proof?name=');

/**
 * Returns the columns of a payer's proof: the recharge then waits for finance. A named transaction reserves nothing:
 * several recharges may name the same one until finance or a watcher decides.
 * @throws NO_PERMISSION for another user's recharge, PROOF_CLOSED, PROOF_LATE, PROOF_MISSING, PROOF_GONE, TX_SETTLED,
 * HASHES_MOST
 */
export async function proofToWrite(tx: Tx, actor: Actor, files: Files, input: Proof, row: RechargeRow) {
  if (row.userId !== actor.userId) throw commonErrors.NO_PERMISSION();
  await assertOpen(tx, actor, row);
  const txHash = input.txHash === undefined ? row.txHash : hashOf(row, input.txHash);
  const proofs = ((input.proofs === undefined ? row.proofs : input.proofs) ?? []).map(proofPictures.bare);
  if (!txHash && proofs.length === 0) throw proofMissing(row);
  await proofPictures.keep(tx, actor, files, {
    before: row.proofs ?? [],
    after: proofs,
    gone: paymentErrors.PROOF_GONE,
  });
  const named = { ...row, txHash };
  const isNewHash = txHash !== row.txHash;
  if (isNewHash) await assertNameable(tx, row);
  if (isNewHash && (await hasRival(tx, named))) await notifyFinance(tx, actor, named, 'RECHARGE_RIVAL');
  if (row.status !== review) {
    await logState(tx, actor, { type: recharge.name, id: row.id, from: row.status, to: review, event: 'update' });
    await notifyFinance(tx, actor, row);
  }
  return {
    ...input,
    ...(input.proofs ? { proofs } : {}),
    txHash,
    hashesNamed: row.hashesNamed + (isNewHash ? 1 : 0),
    status: review,
    isLate: row.status === expired ? 1 : row.isLate,
    submitTime: row.status === review ? row.submitTime : new Date(),
  };
}

/** Returns the error at its field; a bank transfer has no hash to enter. */
function proofMissing({ methodType }: RechargeRow): AppError {
  const { zh, en } = paymentErrors.declarations.PROOF_MISSING;
  const message =
    methodType !== paymentType.is.crypto
      ? { zh: '请上传付款凭证', en: 'Please upload a proof of payment' }
      : { zh, en };
  return paymentErrors.PROOF_MISSING({}, { fields: [{ field: 'proofs', message }] });
}

async function assertOpen(tx: Tx, actor: Actor, row: RechargeRow): Promise<void> {
  if (row.status === awaiting || row.status === review) return;
  if (row.status !== expired) throw paymentErrors.PROOF_CLOSED();
  const days = await readParameter(tx, actor.tenantId, 'recharge.lateDays');
  if (Date.now() > row.expireTime.getTime() + days * DAY_MILLIS) throw paymentErrors.PROOF_LATE({ days });
}

/** Refuses another transaction after a watcher saw the payment, or after the limit; the error is at its field. */
async function assertNameable(tx: Tx, row: RechargeRow): Promise<void> {
  const isSeen = (await tx.$count(incoming, eq(incoming.rechargeId, row.id))) > 0;
  if (!isSeen && row.hashesNamed < HASHES_MOST) return;
  const code = isSeen ? 'TX_SETTLED' : 'HASHES_MOST';
  const { zh, en } = paymentErrors.declarations[code];
  const params = { n: HASHES_MOST };
  const message = { zh: fill(zh, params), en: fill(en, params) };
  throw paymentErrors[code](params, { fields: [{ field: 'txHash', message }] });
}

/** Returns a hash in the notation of the network; null for other methods than crypto. */
function hashOf({ methodType, network }: RechargeRow, given: string | null): string | null {
  if (!given || methodType !== paymentType.is.crypto) return null;
  return transactionOf(network, given);
}
