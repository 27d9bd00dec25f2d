import { smsPhoneStatus, smsRegistration } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { smsPhone } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Files } from '../../../kernel/files/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { phoneErrors, refusedAt } from './errors.ts';
import { type Phone, phones } from './tables.ts';
import { changePhone, lockPhone } from './write.ts';

const { toSubmit, review, registered, rejected } = smsRegistration.is;
const { usable, unregistered } = smsPhoneStatus.is;

/** Papers of registrations. */
export const phonePapers = pictureLinks('/api/sms/sms-phone/proof?name=', ['image', 'pdf']);

interface Submitted {
  readonly id: bigint;
  readonly registrationNo?: string | null | undefined;
  readonly regAttachIds: readonly string[];
}

/**
 * Submits the papers of a sender for review: staff for any, an agent for its own.
 * @throws NOT_FOUND, STATE_CONFLICT unless it waits for papers or was rejected, PHONE_PAPERS
 */
export async function submitRegistration(
  tx: Tx,
  actor: Actor,
  files: Files,
  { id, registrationNo = null, regAttachIds }: Submitted,
): Promise<void> {
  const phone = await lockPhone(tx, actor.tenantId, id);
  if (!phone || !mayRegister(actor, phone)) throw commonErrors.NOT_FOUND();
  if (phone.registrationStatus !== toSubmit && phone.registrationStatus !== rejected)
    throw commonErrors.STATE_CONFLICT();
  const after = regAttachIds.map(phonePapers.bare);
  const gone = () => refusedAt('regAttachIds', 'PHONE_PAPERS');
  await phonePapers.keep(tx, actor, files, { before: phone.regAttachIds, after, gone });
  await changePhone(tx, id, {
    registrationStatus: review,
    registrationNo,
    regAttachIds: after,
    registrationReason: null,
    submitUser: actor.userId,
  });
  await logged(tx, actor, phone, 'submit-registration', phone.status);
}

const mayRegister = (actor: Actor, { ownerPath }: Phone): boolean =>
  actor.userType === userType.is.staff || ownerPath?.startsWith(actor.ownerPath) === true;

/**
 * Registers a sender; one that waited for it can then be used. Another person than the one who submitted the papers decides.
 * @throws NOT_FOUND, STATE_CONFLICT, PHONE_OWN_REVIEW
 */
export async function approveRegistration(
  tx: Tx,
  actor: Actor,
  { id, registrationNo }: { readonly id: bigint; readonly registrationNo?: string | null | undefined },
): Promise<void> {
  const phone = await lockReviewed(tx, actor, id);
  const status = phone.status === unregistered ? usable : phone.status;
  await changePhone(tx, id, {
    registrationStatus: registered,
    ...(registrationNo ? { registrationNo } : {}),
    ...decidedBy(actor),
    registrationReason: null,
    status,
  });
  await logged(tx, actor, phone, 'approve-registration', status);
  await notify(tx, phone, 'SMS_PHONE_REGISTERED', { phone: phone.phoneNo });
}

/** Returns a registration to its submitter with the reason. @throws NOT_FOUND, STATE_CONFLICT, PHONE_OWN_REVIEW */
export async function rejectRegistration(
  tx: Tx,
  actor: Actor,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<void> {
  const phone = await lockReviewed(tx, actor, id);
  await changePhone(tx, id, { registrationStatus: rejected, registrationReason: reason, ...decidedBy(actor) });
  await logged(tx, actor, phone, 'reject-registration', phone.status, reason);
  await notify(tx, phone, 'SMS_PHONE_REJECTED', { phone: phone.phoneNo, reason });
}

const decidedBy = (actor: Actor) => ({
  registrationTime: new Date(),
  registrationUserName: actor.realName || actor.account,
});

async function lockReviewed(tx: Tx, actor: Actor, id: bigint): Promise<Phone> {
  const [reached] = await tx
    .select({ id: phones.id })
    .from(phones)
    .where(and(visible(actor, phones, 'tenant'), eq(phones.id, id)));
  const phone = reached ? await lockPhone(tx, actor.tenantId, id) : null;
  if (!phone || actor.userType !== userType.is.staff) throw commonErrors.NOT_FOUND();
  if (phone.registrationStatus !== review) throw commonErrors.STATE_CONFLICT();
  if (phone.submitUser === actor.userId) throw phoneErrors.PHONE_OWN_REVIEW();
  return phone;
}

async function logged(tx: Tx, actor: Actor, phone: Phone, event: string, to: number, reason?: string): Promise<void> {
  await logState(tx, actor, { type: smsPhone.name, event, from: phone.status, to, id: phone.id, reason });
  announceChange(tx, actor.tenantId, smsPhone);
}

type Notice = 'SMS_PHONE_REGISTERED' | 'SMS_PHONE_REJECTED' | 'SMS_PHONE_FROZEN';

/** Sends a message about a sender to its agent and to the user who submitted its papers. */
export async function notify(
  tx: Tx,
  phone: Phone,
  key: Notice,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const userIds = [...new Set([phone.agentId, phone.submitUser].filter((id) => id !== null))];
  if (userIds.length === 0) return;
  await sendMessage(tx, systemActor(phone.tenantId), {
    to: { userIds },
    key,
    params,
    bizType: smsPhone.name,
    bizId: String(phone.id),
  });
}
