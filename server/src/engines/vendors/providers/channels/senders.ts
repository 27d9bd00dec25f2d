import { providerBreaker, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { and, asc, eq, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { App } from '../../../../kernel/app/index.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { announceChange } from '../../../../kernel/realtime/index.ts';
import { isSandboxOpen } from '../../../../kernel/sandbox.ts';
import { MESSAGE_KIND, type Provider } from '../provider.ts';
import { type ProviderHealth, type ProviderRow, providerHealth, providers } from '../tables.ts';
import { messageAdapterOf } from './adapters.ts';
import type { ChannelEvent, MessageAdapter } from './ports.ts';
import { localSenders } from './smpp/links.ts';
import { profileOf, type SmppProfile } from './smpp/profile.ts';
import { WRITE_MILLIS } from './smpp/send-queue.ts';

const { whatsapp, trial, smpp } = providerProtocol.is;

/** A text by SMPP ends within a lease of its chunk. */
const ANSWER_MILLIS_MAX = 40_000;

/** A sender of messages: a business number, a Telegram account, a bot. */
export interface MessageSender extends Provider {
  readonly id: bigint;
  /** As `providerProtocol`. */
  readonly protocol: number;
  readonly tenantId: string;
  readonly name: string;
  /** The business number; null for Telegram. */
  readonly number: bigint | null;
  /** The agent it belongs to; null for one of the platform, which all agents use. */
  readonly ownerId: bigint | null;
  /**
   * Numbers of one business portfolio share its limit of unique recipients in 24 hours; limit 0: unlimited. Null for channels without
   * one.
   */
  readonly portfolio: { readonly code: string; readonly limit: number } | null;
  /** The business account whose templates it uses. */
  readonly businessAccount: string | null;
  /** Whether the channel answers STOP itself. */
  readonly handlesStop: boolean;
  /** The channel's words while it may not send. */
  readonly restriction: string | null;
  /** As `channelQuality`. */
  readonly quality: number;
  /** Of an account at an SMSC; null for other protocols. */
  readonly profile: SmppProfile | null;
  readonly adapter: MessageAdapter;
}

const senderOf = (app: App, row: ProviderRow, health: ProviderHealth): MessageSender => ({
  id: row.id,
  code: row.providerCode,
  evidence: row.protocol === trial ? 3 : 1,
  batchMax: 1,
  retryMax: row.retryMax,
  isRepeatable: false,
  timeoutMillis: row.protocol === smpp ? WRITE_MILLIS + Math.min(row.timeoutMs, ANSWER_MILLIS_MAX) : row.timeoutMs,
  ratePerSecond: health.learnedRate ?? row.ratePerSecond,
  roundSeconds: [30, 120, 600],
  breaker: health.breaker,
  isOpen: health.breaker === providerBreaker.is.closed,
  closedUntil: health.breaker === providerBreaker.is.isolated ? null : (health.openUntil ?? health.probeUntil),
  protocol: row.protocol,
  tenantId: row.tenantId,
  name: row.providerName,
  number: row.senderNumber === null ? null : BigInt(row.senderNumber),
  ownerId: row.ownerId,
  portfolio:
    row.protocol === whatsapp ? { code: row.portfolioCode ?? `${row.id}`, limit: row.portfolioLimit ?? 0 } : null,
  businessAccount: row.businessAccount,
  handlesStop: row.handlesStop === 1,
  restriction: row.restriction,
  quality: row.quality,
  profile: row.protocol === smpp ? profileOf(row) : null,
  adapter: messageAdapterOf(app, row),
});

/** Returns the sender with which a message began, also when it was disabled since; null for none. */
export async function messageSender(app: App, run: Pick<Tx, 'select'>, id: bigint): Promise<MessageSender | null> {
  const [row] = await run
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(and(eq(providers.id, id), eq(providers.kind, MESSAGE_KIND)));
  return row ? senderOf(app, row.prv_provider, row.prv_health) : null;
}

/**
 * Returns the enabled senders of a tenant, the preferred first, including those that cannot be used now; trial channels only while the
 * sandbox is enabled.
 */
export async function messageSenders(
  app: App,
  run: Pick<Tx, 'select'>,
  { tenantId, protocols }: { readonly tenantId: string; readonly protocols: readonly number[] },
): Promise<MessageSender[]> {
  const allowed =
    protocols.includes(trial) && !(await isSandboxOpen(app.db, app.config.sandbox))
      ? protocols.filter((one) => one !== trial)
      : [...protocols];
  if (allowed.length === 0) return [];
  const rows = await run
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(
      and(
        eq(providers.tenantId, tenantId),
        eq(providers.kind, MESSAGE_KIND),
        inArray(providers.protocol, allowed),
        eq(providers.status, 1),
        isNull(providers.deletedAt),
      ),
    )
    .orderBy(asc(providers.priority), asc(providers.id));
  return rows.map((row) => senderOf(app, row.prv_provider, row.prv_health));
}

/** A condition: messages of this sender are handed over by other nodes, which hold its connections. */
export const isHeldElsewhere = (app: App, sender: SQLWrapper): SQL =>
  sql`exists (select from prv_provider held where held.id = ${sender} and held.protocol = ${smpp}
    and not held.id = any(${sql.param([...localSenders(app)])}::bigint[]))`;

/** Whether messages of a sender are texts, which an SMSC takes part by part. */
export const isSmpp = ({ protocol }: Pick<MessageSender, 'protocol'>): boolean => protocol === smpp;

const RESTRICTION_MAX = 255;

/**
 * Stores what a channel reports about a sender; its portfolio's limit applies to all numbers of the portfolio. An empty restriction ends
 * one.
 */
export async function recordAccount(
  tx: Tx,
  id: bigint,
  { quality, portfolioLimit, restriction }: Omit<Extract<ChannelEvent, { type: 'account' }>, 'type'>,
): Promise<void> {
  const [row] = await tx.select().from(providers).where(eq(providers.id, id));
  if (!row) return;
  const { tenantId } = row;
  const changes = {
    ...(quality === undefined ? {} : { quality }),
    ...(portfolioLimit === undefined ? {} : { portfolioLimit }),
    ...(restriction === undefined ? {} : { restriction: restriction.slice(0, RESTRICTION_MAX) || null }),
  };
  if (Object.keys(changes).length === 0) return;
  await tx
    .update(providers)
    .set({ ...changes, version: sql`${providers.version} + 1` })
    .where(eq(providers.id, id));
  if (portfolioLimit !== undefined) await sharePortfolioLimit(tx, { ...row, portfolioLimit });
  announceChange(tx, tenantId, provider);
}

/** Gives the other numbers of a portfolio the limit of one. */
export async function sharePortfolioLimit(
  tx: Tx,
  {
    id,
    tenantId,
    portfolioCode,
    portfolioLimit,
  }: Pick<ProviderRow, 'id' | 'tenantId' | 'portfolioCode' | 'portfolioLimit'>,
): Promise<void> {
  if (portfolioCode === null || portfolioLimit === null) return;
  await tx
    .update(providers)
    .set({ portfolioLimit, version: sql`${providers.version} + 1` })
    .where(
      and(
        eq(providers.tenantId, tenantId),
        eq(providers.portfolioCode, portfolioCode),
        eq(providers.protocol, whatsapp),
        ne(providers.id, id),
        sql`${providers.portfolioLimit} is distinct from ${portfolioLimit}`,
      ),
    );
}
