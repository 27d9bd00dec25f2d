import { checkInput, checkMode } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Json } from '../../../kernel/jobs/index.ts';
import { inventoryErrors } from '../../stock/inventory/index.ts';
import { payerOf } from '../../stock/orders/index.ts';
import { assertConsent } from '../compliance/index.ts';
import { isEmptyList, openWork, type WorkTask } from '../work/index.ts';
import { type CheckChannel, telegram } from './channels.ts';
import { checkErrors } from './errors.ts';
import { type CheckList, checkKinds } from './kind.ts';
import { assertOwnUsers } from './own-users.ts';
import { assertExpected, type CheckChoice, cachedPriceOf, checkType, priceOf, providerFor } from './quote.ts';

export interface NewCheck extends CheckChoice {
  readonly taskName: string;
  /** Of whom the list is: the caller, or for staff a customer. */
  readonly ownerId: bigint;
  readonly consentId: bigint | null;
  readonly list: CheckList;
  readonly fileName: string | null;
  /** The unit price that the customer saw. */
  readonly expectedUnitPrice: Micro | null;
  readonly remark: string | null;
}

/**
 * Opens a task that checks a list; the list is read, priced and paid in the background.
 * @throws FILTER_TYPE_NOT_ALLOWED, PERIOD_REQUIRED, COUNTRY_UNKNOWN, COUNTRY_BLOCKED, CAPABILITY_MISSING, PRICE_NOT_FOUND, PRICE_CHANGED,
 * BUYER_NOT_ALLOWED, UPLINE_DISABLED, LIST_REQUIRED, CONSENT_SOURCE, CONSENT_REQUIRED, CONSENT_EXPIRED
 */
export async function createCheck(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: CheckChannel,
  check: NewCheck,
): Promise<WorkTask> {
  const { list } = check;
  if (isEmptyList({ ...list, checkId: list.taskId })) throw checkErrors.LIST_REQUIRED();
  const type = checkType(channel, check);
  const payer = await payerOf(tx, { tenantId: actor.tenantId, ownerId: check.ownerId });
  await assertChannelServed(tx, actor.tenantId, channel, check.countryCode);
  await assertConsent(app, tx, {
    tenantId: actor.tenantId,
    ownerId: payer.userId,
    ownerPath: payer.ownerPath,
    channel: channel.businessType,
    consentId: check.consentId,
  });
  await assertOwnUsers(tx, type, { tenantId: actor.tenantId, ownerId: payer.userId, consentId: check.consentId });
  const provider = await providerFor(app, tx, actor.tenantId, type, check.countryCode);
  assertExpected(await priceOf(app.db, channel, payer, check, 1_000_000_000), check.expectedUnitPrice);
  if (check.checkMode === checkMode.is.cached) await cachedPriceOf(app.db, channel, payer, check, 1);
  return openWork(tx, actor, checkKinds[channel.key], {
    prefix: channel.prefix,
    taskName: check.taskName,
    title: { zh: `${channel.name.zh}：${check.taskName}`, en: `${channel.name.en}: ${check.taskName}` },
    owner: { id: payer.userId, path: payer.ownerPath, name: payer.realName },
    input: check.list as unknown as Json,
    values: {
      evidence: provider.evidence,
      businessType: channel.businessType,
      serviceType: serviceType.is.check,
      agentId: payer.agentId,
      agentName: payer.agentName,
      countryCode: check.countryCode,
      filterType: check.filterType,
      activePeriod: type.hasPeriod ? check.activePeriod : null,
      checkMode: check.checkMode,
      consentId: check.consentId,
      inputMode:
        list.taskId !== null ? checkInput.is.earlier : list.fileId === null ? checkInput.is.text : checkInput.is.file,
      fileName: check.fileName,
      fileId: check.list.fileId === null ? null : BigInt(check.list.fileId),
      unitPrice: check.expectedUnitPrice,
      remark: check.remark,
    },
  });
}

/** @throws COUNTRY_UNKNOWN, COUNTRY_BLOCKED */
async function assertChannelServed(
  tx: Tx,
  tenantId: string,
  channel: CheckChannel,
  countryCode: string,
): Promise<void> {
  const enabled = channel === telegram ? sql`telegram_enabled` : sql`whatsapp_enabled`;
  const { rows } = await tx.execute<{ served: boolean }>(sql`
    select is_blocked = 0 and status = 1 and ${enabled} = 1 as served from inv_country
    where tenant_id = ${tenantId} and country_code = ${countryCode} and deleted_at is null`);
  if (!rows[0]) throw inventoryErrors.COUNTRY_UNKNOWN({ code: countryCode });
  if (!rows[0].served) throw inventoryErrors.COUNTRY_BLOCKED();
}
