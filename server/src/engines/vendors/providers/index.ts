import { providerBreaker } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { isSandboxOpen } from '../../../kernel/sandbox.ts';
import { adapterOf } from './adapters.ts';
import type { CheckAdapter } from './ports.ts';
import { CHECK_KIND, type Provider } from './provider.ts';
import { sandboxChecks } from './sandbox.ts';
import { type ProviderHealth, type ProviderRow, providerHealth, providers } from './tables.ts';

export { claimProbe, endProbe, healthySince, isolate, release } from './breaker.ts';
export { CHECK_RECEIPT, type Posted, postedOf, receiveResults, receiveSigned } from './callbacks.ts';
export { readChannelEvents } from './channels/events.ts';
export { type ErrorPolicy, type PolicyOf, policiesOf, seedErrorPolicies } from './channels/policies.ts';
export {
  Busy,
  type ChannelError,
  type ChannelEvent,
  type ChannelTemplate,
  type Handed,
  type HandedPart,
  type InboundEvent,
  InDoubt,
  type MessageContent,
  type OutgoingMessage,
  type StatusEvent,
  type TemplateComponent,
} from './channels/ports.ts';
export {
  isHeldElsewhere,
  isSmpp,
  type MessageSender,
  messageSender,
  messageSenders,
  recordAccount,
  sharePortfolioLimit,
} from './channels/senders.ts';
export { checkEndpoint, senderTaken, settingsOf } from './channels/settings.ts';
export { assembleInbound } from './channels/smpp/assemble.ts';
export { shownBinds } from './channels/smpp/binds.ts';
export { smppKeys } from './channels/smpp/ids.ts';
export { learningOf, requestLearning } from './channels/smpp/learn.ts';
export { localSenders, smppService } from './channels/smpp/links.ts';
export { receiptIdOf } from './channels/smpp/reader.ts';
export { askBotWebhook, registerBotWebhook } from './channels/telegram/webhook.ts';
export { trialTemplates } from './channels/trial.ts';
export { MESSAGE_RECEIPT, receiveWebhook } from './channels/webhook.ts';
export { providerErrors } from './errors.ts';
export { type HealthPart, healthOf, healthOfMany } from './figures.ts';
export {
  borneRate,
  countOutcome,
  OUTCOME,
  type Outcome,
  purgeMinutes,
  rateWait,
  recordExchange,
  reserveRate,
  SPEED_UP,
  slowDown,
  speedUp,
} from './health.ts';
export { readCallback } from './http-checks.ts';
export { acceptedKeys, keepPreviousKeys, keysToKeep, type PreviousKeys } from './keys.ts';
export {
  type CheckAdapter,
  type CheckAnswer,
  type CheckBatch,
  type CheckFinding,
  NotSent,
  RESULT_OF,
} from './ports.ts';
export { probeProvider, testProvider } from './probe.ts';
export type { Provider } from './provider.ts';
export {
  type Applied,
  applyReceipts,
  type ReceiptKind,
  readUnmatchedAgain,
  storeReceipt,
} from './receipts.ts';
export { errorPolicies, providers, type Receipt } from './tables.ts';
export { isolateWrong, providerTimers } from './timers.ts';

/** A provider of checks. */
export interface CheckProvider extends Provider {
  readonly adapter: CheckAdapter;
}

export interface ProviderNeed {
  readonly tenantId: string;
  readonly capability: number;
  /** Null for any. */
  readonly countryCode: string | null;
  /** Only providers with this source of findings; both by default, the sandbox only where there is no other. */
  readonly evidence?: number;
}

const SANDBOX: CheckProvider = {
  id: null,
  code: 'sandbox',
  evidence: 3,
  batchMax: 1000,
  retryMax: 3,
  isRepeatable: true,
  timeoutMillis: 15_000,
  ratePerSecond: 100_000,
  roundSeconds: [1],
  isOpen: true,
  breaker: providerBreaker.is.closed,
  closedUntil: null,
  adapter: sandboxChecks,
};

/**
 * Returns the enabled providers with an ability for a country, the preferred first, including those that cannot be used now;
 * the sandbox where there is none and it is enabled.
 */
export async function checkProviders(
  app: App,
  run: Pick<Tx, 'select'>,
  { tenantId, capability, countryCode, evidence }: ProviderNeed,
): Promise<CheckProvider[]> {
  if (evidence === SANDBOX.evidence) return (await isSandboxOpen(app.db, app.config.sandbox)) ? [SANDBOX] : [];
  const rows = await run
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(
      and(
        eq(providers.tenantId, tenantId),
        eq(providers.kind, CHECK_KIND),
        eq(providers.status, 1),
        isNull(providers.deletedAt),
        sql`${providers.capabilities} & ${capability} = ${capability}`,
        countryCode === null
          ? undefined
          : sql`(${providers.countries} = '[]' or ${providers.countries} ? ${countryCode})`,
      ),
    )
    .orderBy(asc(providers.priority), asc(providers.id));
  if (rows.length === 0 && evidence === undefined && (await isSandboxOpen(app.db, app.config.sandbox)))
    return [SANDBOX];
  return rows.map((row) => checkProvider(app, row.prv_provider, row.prv_health));
}

const checkProvider = (app: App, row: ProviderRow, health: ProviderHealth): CheckProvider => ({
  id: row.id,
  code: row.providerCode,
  evidence: 1,
  batchMax: row.batchMax,
  retryMax: row.retryMax,
  isRepeatable: row.isRepeatable === 1,
  timeoutMillis: row.timeoutMs,
  ratePerSecond: health.learnedRate ?? row.ratePerSecond,
  roundSeconds: [30, 120, 600],
  breaker: health.breaker,
  isOpen: health.breaker === providerBreaker.is.closed,
  closedUntil: health.breaker === providerBreaker.is.isolated ? null : (health.openUntil ?? health.probeUntil),
  adapter: adapterOf(app, row),
});

/** Returns the provider with which an exchange began, also when it was disabled since; null id: the sandbox. */
export async function providerOf(app: App, run: Pick<Tx, 'select'>, id: bigint | null): Promise<CheckProvider | null> {
  if (id === null) return SANDBOX;
  const [row] = await run
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(eq(providers.id, id));
  return row ? checkProvider(app, row.prv_provider, row.prv_health) : null;
}
