import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { LATEST_TODAY, todayOf } from '../../../../kernel/db/business-days.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import type { Files } from '../../../../kernel/files/index.ts';
import { pictureLinks } from '../../../../kernel/files/picture-links.ts';
import { integerParameter } from '../../../../kernel/parameters/index.ts';
import { identityErrors } from '../errors.ts';
import { users } from '../tables.ts';
import { lockSubordinate } from './agent-changes.ts';

const REMIND_MOST = 200;

/** Signed papers of contracts. */
export const contractPapers = pictureLinks('/api/agent/user/paper?name=', ['image', 'pdf']);

export interface ContractChange {
  readonly id: bigint;
  /** The version the caller read; a mismatch means that another user changed the row since. */
  readonly version?: number | undefined;
  readonly contractNo?: string | null | undefined;
  /** First and last day, both inclusive. */
  readonly contractStart?: string | null | undefined;
  readonly contractEnd?: string | null | undefined;
  readonly contractAttachIds?: readonly string[] | null | undefined;
  readonly contractNote?: string | null | undefined;
}

/**
 * Replaces the contract of an agent. After a change of its end, reminders are sent again.
 * @throws NOT_FOUND, OWN_ACCOUNT, STALE_DATA, CONTRACT_OF_AGENT, CONTRACT_DATES, CONTRACT_PAPER_GONE
 */
export async function changeContract(tx: Tx, actor: Actor, files: Files, change: ContractChange): Promise<void> {
  const user = await lockSubordinate(tx, actor, change.id);
  if (user.userType !== userType.is.agent) throw identityErrors.CONTRACT_OF_AGENT();
  if (change.version !== undefined && change.version !== user.version) throw commonErrors.STALE_DATA();
  const { contractStart = null, contractEnd = null } = change;
  if (contractStart && contractEnd && contractEnd < contractStart) throw atField('contractEnd', 'CONTRACT_DATES');
  const papers = (change.contractAttachIds ?? []).map(contractPapers.bare);
  const gone = () => atField('contractAttachIds', 'CONTRACT_PAPER_GONE');
  await contractPapers.keep(tx, actor, files, { before: user.contractAttachIds, after: papers, gone });
  await tx
    .update(users)
    .set({
      contractNo: change.contractNo ?? '',
      contractStart,
      contractEnd,
      contractAttachIds: papers,
      contractNote: change.contractNote ?? '',
      ...(contractEnd === user.contractEnd ? {} : { contractRemindedDays: null }),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, user.id));
}

function atField(field: string, name: 'CONTRACT_DATES' | 'CONTRACT_PAPER_GONE') {
  const { zh, en } = identityErrors.declarations[name];
  return identityErrors[name]({}, { fields: [{ field, message: { zh, en } }] });
}

/** Days until the last day of an agent's contract: 0 on that day, negative after it, null without an end. */
export const contractDaysLeft = sql<number | null>`(sys_user.contract_end - ${todayOf(sql`sys_user.tenant_id`)})`;

export interface EndingContract {
  readonly id: bigint;
  readonly tenantId: string;
  readonly agent: string;
  readonly contractNo: string;
  readonly contractEnd: string;
  readonly hasEnded: boolean;
}

const remindDays = integerParameter(sql`sys_user.tenant_id`, 'agent.contractRemindDays');
/** The value that notes a reminder of today: 0 after the end of the contract. */
const step = sql`case when ${contractDaysLeft} < 0 then 0 else ${remindDays} end`;

/**
 * Returns contracts to remind of, at most 200, locked. Each contract is reminded of once within `agent.contractRemindDays` days before its
 * end, and once after it.
 */
export async function dueContracts(tx: Tx, isNotSetApart: SQL): Promise<EndingContract[]> {
  const { rows } = await tx.execute<{
    id: string;
    tenant_id: string;
    agent: string;
    contract_no: string;
    contract_end: string;
    has_ended: boolean;
  }>(sql`
    select id::text, tenant_id, real_name || ' (' || account || ')' as agent, contract_no, contract_end::text,
      ${contractDaysLeft} < 0 as has_ended
    from sys_user
    where contract_end <= ${LATEST_TODAY} + 180 and contract_reminded_days is distinct from 0 and deleted_at is null
      and ${contractDaysLeft} <= ${remindDays} and (contract_reminded_days is null or contract_reminded_days > ${step}) and ${isNotSetApart}
    order by id limit ${REMIND_MOST} for no key update skip locked`);
  return rows.map((row) => ({
    id: BigInt(row.id),
    tenantId: row.tenant_id,
    agent: row.agent,
    contractNo: row.contract_no,
    contractEnd: row.contract_end,
    hasEnded: row.has_ended,
  }));
}

/** Notes that the contract of an agent was reminded of. */
export const recordReminder = (tx: Tx, id: bigint): Promise<unknown> =>
  tx.execute(sql`update sys_user set contract_reminded_days = ${step} where id = ${id}`);
