import {
  suppressionReason,
  suppressionScope,
  suppressionStatus,
} from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { suppression } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { logStates } from '../../kernel/resource/states.ts';
import { digestsOf, type Recipient } from './digests.ts';
import { suppress } from './suppress.ts';

/** Where recipients stopped or resumed marketing, and when. */
interface MarketingChange {
  readonly tenantId: string;
  /** A business type. */
  readonly channel: number;
  readonly sourceRef: string | null;
  /** Reports come in any order: a stop before the last resumption changes nothing, and neither does a resumption before the last stop. */
  readonly at: Date;
}

const { active, removed } = suppressionStatus.is;
const RESUMED = '收件人已恢复接收营销消息 · The recipient resumed marketing messages';

/** Suppresses recipients for marketing only: notices and codes still reach them. */
export async function stopMarketing(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  { tenantId, channel, sourceRef, at }: MarketingChange,
  recipients: readonly Recipient[],
): Promise<void> {
  for (const recipient of recipients) {
    const of = stopsOf(app, { tenantId, channel }, recipient);
    const { rows } = await tx.execute(sql`
      select from cmp_suppression where ${of} and status = ${removed} and expire_time >= ${at}::timestamptz limit 1`);
    if (rows.length > 0) continue;
    const rule = {
      ...{ scope: suppressionScope.is.tenant, ownerId: null, ownerName: null, channel, sourceRef },
      ...{ reason: suppressionReason.is.marketing, effectiveTime: at, expireTime: null },
    };
    await suppress(tx, systemActor(tenantId), app.secrets, rule, [recipient]);
    await tx.execute(sql`
      update cmp_suppression set effective_time = least(greatest(effective_time, ${at}::timestamptz), statement_timestamp())
      where ${of} and status = ${active}`);
  }
}

/** Ends the suppression of recipients for marketing; an opt-out of all messages stays. */
export async function resumeMarketing(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  { tenantId, channel, at }: MarketingChange,
  recipients: readonly Recipient[],
): Promise<void> {
  for (const recipient of recipients) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update cmp_suppression set status = ${removed}, remove_reason = ${RESUMED}, expire_time = ${at}::timestamptz,
        version = version + 1, update_time = now()
      where ${stopsOf(app, { tenantId, channel }, recipient)} and status = ${active} and effective_time <= ${at}::timestamptz
      returning id::text`);
    const change = { type: suppression.name, from: active, to: removed, event: 'lift', reason: RESUMED };
    await logStates(
      tx,
      systemActor(tenantId),
      change,
      rows.map(({ id }) => BigInt(id)),
    );
  }
}

/** Returns the condition for entries of a recipient who stopped marketing, in any form of the number. */
function stopsOf(
  app: Pick<App, 'secrets'>,
  { tenantId, channel }: Pick<MarketingChange, 'tenantId' | 'channel'>,
  recipient: Recipient,
) {
  const digests = digestsOf(app.secrets, recipient);
  return sql`number_key = any(${sql.param(digests.map(({ key }) => key))}::bigint[])
    and number_hash = any(${sql.param(digests.map(({ hash }) => hash))}::bytea[]) and tenant_id = ${tenantId}
    and scope = ${suppressionScope.is.tenant} and channel = ${channel} and reason = ${suppressionReason.is.marketing}
    and deleted_at is null`;
}
