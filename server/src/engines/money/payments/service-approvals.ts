import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { paymentWatcher } from '@trade-assistant/contract/areas/user/payment-watcher.ts';
import { payoutChannel } from '@trade-assistant/contract/areas/user/payout-channel.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { closeRequest, lockRequests, propose } from '../../office/approvals/index.ts';
import { acceptedKeys, keysToKeep } from '../../vendors/providers/index.ts';
import { paymentErrors } from './errors.ts';
import { type ChannelRow, channels, type WatcherRow, watchers } from './tables.ts';

type ServiceRow = WatcherRow | ChannelRow;

interface Service<R extends ServiceRow> {
  readonly kind: number;
  /** The resource, its table, and the fields that decide which reports are trusted or where money is sent. */
  readonly resource: Resource;
  readonly table: typeof watchers | typeof channels;
  readonly guarded: readonly (keyof R & string)[];
  /** The fields shown in a request, and the name of the parameter for the code. */
  readonly shown: readonly (keyof R & string)[];
  readonly parameter: string;
  readonly message: 'WATCHER_TODO' | 'CHANNEL_TODO';
  readonly named: (row: R) => { readonly code: string; readonly name: string };
}

/**
 * Returns the functions for an external service that is used only after a second person has approved its present
 * settings: the approval kind, the values to write on save, and the request. A change of a guarded field removes the
 * approval.
 */
function approvedService<R extends ServiceRow>({
  kind,
  resource,
  table,
  guarded,
  shown,
  parameter,
  message,
  named,
}: Service<R>) {
  const approval = defineApproval({
    kind,
    permission: `${resource.name}:approve`,
    payload: z.object({ serviceId: idSchema(), version: z.int() }),
    run: async (tx, decider, { payload: { serviceId, version } }) => {
      const confirmed = await tx
        .update(table)
        .set({ confirmed: 1, updateUser: decider.userId, updateTime: sql`now()`, version: sql`${table.version} + 1` })
        .where(
          and(
            eq(table.id, serviceId),
            eq(table.tenantId, decider.tenantId),
            eq(table.version, version),
            isNull(table.deletedAt),
          ),
        )
        .returning({ id: table.id });
      if (confirmed.length === 0) throw commonErrors.STALE_DATA();
      announceChange(tx, decider.tenantId, resource);
    },
  });

  const aboutAny = ({ tenantId }: Actor, ids: readonly bigint[]) =>
    sql`tenant_id = ${tenantId} and kind = ${kind} and payload ->> 'serviceId' = any(${sql.param(ids.map(String))}::text[])`;

  return {
    approval,
    /** Locks the requests about services. Call it before locking the services. */
    lockBefore: (tx: Tx, actor: Actor, ids: readonly bigint[]) => lockRequests(tx, aboutAny(actor, ids)),
    /**
     * Returns the values to write: without the approval if a guarded field changes, and with the replaced key while it is accepted.
     * @throws OLD_KEY_ALONE, OLD_KEY_LONGER
     */
    toSave<V extends Partial<R>>(values: V, existing: R | null): V {
      if (!existing) return { ...values, confirmed: 0 };
      const changed = guarded.filter((name) => values[name] !== undefined && values[name] !== existing[name]);
      const kept = keyToKeep(values, existing, changed);
      return {
        ...values,
        ...(changed.length > 0 ? { confirmed: 0 } : {}),
        ...(kept === undefined ? {} : { previousKeys: kept }),
      };
    },
    /** Requests approval of an unapproved service in its present form; closes an older request about it. */
    async ask(tx: Tx, actor: Actor, row: R): Promise<void> {
      if (row.confirmed === 1) return;
      const waiting = await tx.execute<{ id: string }>(
        sql`select id::text from apr_request where status = 0 and ${aboutAny(actor, [row.id])}`,
      );
      for (const { id } of waiting.rows) await closeRequest(tx, actor, BigInt(id));
      const route = `/${resource.name}/index?record=${row.id}`;
      const lines = shown.flatMap((field) => {
        const label = resource.fields[field]?.options.label;
        return label && row[field] ? [{ name: label, route, note: String(row[field]) }] : [];
      });
      const { code, name } = named(row);
      await propose(tx, actor, {
        kind: approval,
        payload: { serviceId: String(row.id), version: row.version },
        params: { [parameter]: code },
        lines: lines.length > 0 ? lines : [{ name, route, note: '' }],
        reason: row.remark || name,
        message,
      });
    },
  };
}

/**
 * Returns the replaced key to keep, as `keysToKeep`. It is accepted also while the new one waits for its approval, so it is one that was
 * approved, with the other settings as they were, and its time only becomes shorter.
 * @throws OLD_KEY_ALONE, OLD_KEY_LONGER
 */
function keyToKeep(values: Partial<ServiceRow>, existing: ServiceRow, changed: readonly string[]) {
  const kept = keysToKeep(existing.confirmed === 1 ? ['signingSecret'] : [], values, existing);
  const isAccepted = kept === undefined ? existing.previousKeys !== null : kept !== null;
  if (isAccepted && changed.some((name) => name !== 'signingSecret')) throw paymentErrors.OLD_KEY_ALONE();
  const [until, before] = [values.previousKeyUntil, existing.previousKeyUntil];
  if (isAccepted && kept === undefined && until && before && until > before) throw paymentErrors.OLD_KEY_LONGER();
  return kept;
}

/** Returns the keys that callbacks of a service are accepted with: its own once it is approved, and an old one until its time. */
export const keysOfService = (secrets: Secrets, resource: Resource, row: ServiceRow): string[] =>
  acceptedKeys(
    secrets,
    resource,
    row.confirmed === 1 ? row : { ...row, signingSecret: null },
    row.previousKeys,
    'signingSecret',
  );

/** Payment watchers: whose reports of incoming money are trusted. */
export const watcherService = approvedService<WatcherRow>({
  kind: approvalKind.is.watcher,
  resource: paymentWatcher,
  table: watchers,
  guarded: ['watcherKind', 'methodCode', 'endpoint', 'merchantId', 'signingSecret'],
  shown: ['endpoint', 'merchantId', 'methodCode'],
  parameter: 'watcher',
  message: 'WATCHER_TODO',
  named: ({ watcherCode, watcherName }) => ({ code: watcherCode, name: watcherName }),
});

/** Payout channels: where withdrawals are sent, and whose reports of results are trusted. */
export const channelService = approvedService<ChannelRow>({
  kind: approvalKind.is.channel,
  resource: payoutChannel,
  table: channels,
  guarded: ['channelKind', 'endpoint', 'merchantId', 'signingSecret', 'outcome'],
  shown: ['endpoint', 'merchantId'],
  parameter: 'channel',
  message: 'CHANNEL_TODO',
  named: ({ channelCode, channelName }) => ({ code: channelCode, name: channelName }),
});
