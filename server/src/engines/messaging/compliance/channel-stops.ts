import {
  suppressionReason,
  suppressionScope,
  suppressionStatus,
} from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { suppression } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { logStates } from '../../../kernel/resource/states.ts';
import { digestsOf, type Recipient } from './digests.ts';
import { suppress } from './suppress.ts';

/** A stop or a resumption of recipients at a channel. */
interface ChannelChange {
  /** Marketing only, or all messages of one sender: they blocked it. */
  readonly reason: typeof marketing | typeof blocked;
  readonly tenantId: string;
  /** A business type. */
  readonly channel: number;
  /** Code of the sender, or what else reported it. */
  readonly sourceRef: string | null;
  /** Reports come in any order: a stop before the last resumption changes nothing, and neither does a resumption before the last stop. */
  readonly at: Date;
}

const { active, removed } = suppressionStatus.is;
const { marketing, blocked } = suppressionReason.is;
const RESUMED = {
  [marketing]: '收件人已恢复接收营销消息 · The recipient resumed marketing messages',
  [blocked]: '收件人已重新启用发送方 · The recipient unblocked the sender',
};

/** Suppresses recipients as the channel reports: for marketing only, so that notices and codes still reach them, or for all messages. */
export async function stopAtChannel(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  change: ChannelChange,
  recipients: readonly Recipient[],
): Promise<void> {
  const { reason, tenantId, channel, sourceRef, at } = change;
  for (const recipient of recipients) {
    const of = stopsOf(app, change, recipient);
    const { rows } = await tx.execute(sql`
      select from cmp_suppression where ${of} and status = ${removed} and expire_time >= ${at}::timestamptz limit 1`);
    if (rows.length > 0) continue;
    const rule = {
      ...{ scope: suppressionScope.is.tenant, ownerId: null, ownerName: null, channel, sourceRef },
      ...{ reason, effectiveTime: at, expireTime: null },
    };
    await suppress(tx, systemActor(tenantId), app.secrets, rule, [recipient]);
    await tx.execute(sql`
      update cmp_suppression set effective_time = least(greatest(effective_time, ${at}::timestamptz), statement_timestamp())
      where ${of} and status = ${active}`);
  }
}

/**
 * Ends the suppression that the channel reported; an opt-out in words stays, and so does an entry of a person. A block ends only where it was
 * made: other senders of the channel may be blocked, too.
 */
export async function resumeAtChannel(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  change: ChannelChange,
  recipients: readonly Recipient[],
): Promise<void> {
  const { reason, tenantId, sourceRef, at } = change;
  const isItsOwn = reason === blocked ? sql`source_ref is not distinct from ${sourceRef}` : sql`true`;
  for (const recipient of recipients) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update cmp_suppression set status = ${removed}, remove_reason = ${RESUMED[reason]}, expire_time = ${at}::timestamptz,
        version = version + 1, update_time = now()
      where ${stopsOf(app, change, recipient)} and ${isItsOwn} and status = ${active} and effective_time <= ${at}::timestamptz
      returning id::text`);
    const lifted = { type: suppression.name, from: active, to: removed, event: 'lift', reason: RESUMED[reason] };
    await logStates(
      tx,
      systemActor(tenantId),
      lifted,
      rows.map(({ id }) => BigInt(id)),
    );
  }
}

/** Returns the condition for entries of the program about a recipient, in any form of the number. */
function stopsOf(
  app: Pick<App, 'secrets'>,
  { reason, tenantId, channel }: Pick<ChannelChange, 'reason' | 'tenantId' | 'channel'>,
  recipient: Recipient,
) {
  const digests = digestsOf(app.secrets, recipient);
  return sql`number_key = any(${sql.param(digests.map(({ key }) => key))}::bigint[])
    and number_hash = any(${sql.param(digests.map(({ hash }) => hash))}::bytea[]) and tenant_id = ${tenantId}
    and scope = ${suppressionScope.is.tenant} and channel = ${channel} and reason = ${reason}
    and deleted_at is null and (reason <> ${blocked} or create_user = ${systemActor(tenantId).userId})`;
}
