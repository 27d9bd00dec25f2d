import { randomBytes } from 'node:crypto';
import { openEventType } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { ENDPOINTS_MAX } from '@trade-assistant/contract/areas/open/endpoint.ts';
import { openErrors } from '@trade-assistant/contract/areas/open/v1/errors.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { assertAgent } from './keys.ts';
import { DELIVERY_STATE, type EndpointRow, endpoints } from './tables.ts';

declareLimit({ name: 'endpoints of an owner', window: 'ever', unit: 'things' });
/** Notification channel: there may be a delivery to send. */
export const OPEN_CHANNEL = 'open_ready';
const SECRET_BYTES = 32;
/** How long a replaced secret also signs. */
const OLD_SECRET_HOURS = 24;

export interface NewEndpoint {
  readonly endpointName: string;
  readonly url: string;
  readonly events: number;
  readonly includeBelow: 0 | 1;
}

const purposeOf = (tenantId: string, ownerId: bigint): string => `open-endpoint:${tenantId}:${ownerId}`;

/** Adds an endpoint of the actor. @returns the row and its signing secret. @throws KEY_AGENT_ONLY, ENDPOINT_LIMIT, those of `Outbound.check` */
export async function createEndpoint(
  app: App,
  tx: Tx,
  actor: Actor,
  endpoint: NewEndpoint,
): Promise<{ row: EndpointRow; secretKey: string }> {
  assertAgent(actor);
  checkAddress(app, endpoint.url);
  await tx.execute(sql`select from sys_user where id = ${actor.userId} for update`);
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from open_endpoint where owner_id = ${actor.userId} and deleted_at is null`,
  );
  if ((rows[0]?.n ?? 0) >= ENDPOINTS_MAX) throw openErrors.ENDPOINT_LIMIT({ max: ENDPOINTS_MAX });
  const secretKey = newSecret();
  const [row] = await tx
    .insert(endpoints)
    .values({
      ...endpoint,
      tenantId: actor.tenantId,
      ownerId: actor.userId,
      ownerPath: actor.ownerPath,
      ownerName: actor.realName,
      status: 1,
      failures: 0,
      secret: app.secrets.seal(secretKey, purposeOf(actor.tenantId, actor.userId)),
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning();
  invariant(row, 'open-endpoint-inserted', endpoint.url);
  return { row, secretKey };
}

/** Refuses addresses that are not public, or not encrypted unless the operator allows private networks. @throws those of `Outbound.check` */
export const checkAddress = ({ outbound, config }: App, url: string): URL =>
  outbound.check(url, config.outbound.allowPrivate ? undefined : ['https:']);

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Gives an endpoint a new secret; the previous one also signs for a day, so that a receiver can change without a pause. */
export async function rotateSecret(app: App, tx: Tx, row: EndpointRow): Promise<string> {
  const secretKey = newSecret();
  await tx
    .update(endpoints)
    .set({
      secret: app.secrets.seal(secretKey, purposeOf(row.tenantId, row.ownerId)),
      oldSecret: row.secret,
      oldSecretUntil: sql`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
      version: sql`${endpoints.version} + 1`,
    })
    .where(eq(endpoints.id, row.id));
  return secretKey;
}

/** Returns the secrets that sign now. */
export function secretsOf(
  { secrets }: Pick<App, 'secrets'>,
  row: Pick<EndpointRow, 'tenantId' | 'ownerId' | 'secret' | 'oldSecret' | 'oldSecretUntil'>,
): string[] {
  const purpose = purposeOf(row.tenantId, row.ownerId);
  const isOldValid = row.oldSecret !== null && row.oldSecretUntil && row.oldSecretUntil > new Date();
  return [row.secret, ...(isOldValid && row.oldSecret ? [row.oldSecret] : [])].map((one) => secrets.open(one, purpose));
}

/** Columns of an endpoint that works again. */
export const WORKING = {
  pausedTime: null,
  pauseReason: null,
  failingSince: null,
  failures: 0,
  restUntil: null,
} as const;

/** Sends a test event to one endpoint, also while it is disabled for others. @returns the id of the delivery */
export async function sendTest(tx: Tx, { id, tenantId, ownerId }: EndpointRow): Promise<bigint> {
  const type = openEventType.is['endpoint.test'];
  const { rows } = await tx.execute<{ id: string }>(sql`
    with event as (
      insert into open_event (tenant_id, owner_id, event_type, body)
      values (${tenantId}, ${ownerId}, ${type}, json_build_object('type', 'endpoint.test', 'timestamp', open_time(now()),
        'data', jsonb_build_object('message', 'This is a test event'))::text)
      returning id)
    insert into open_delivery (tenant_id, endpoint_id, event_id, event_type) select ${tenantId}, ${id}, id, ${type} from event returning id::text`);
  await wake(tx);
  return BigInt(rows[0]?.id ?? 0);
}

const wake = (tx: Tx): Promise<unknown> => tx.execute(sql`select pg_notify(${OPEN_CHANNEL}, '')`);

/** Which deliveries are sent again: some, or all failed ones of an endpoint since a time. */
type Again = { readonly ids: readonly bigint[] } | { readonly endpointId: bigint; readonly since: Date };

/** Sends deliveries that ended again, from their first attempt on. @returns how many */
export async function resend(tx: Tx, tenantId: string, again: Again): Promise<number> {
  const which =
    'ids' in again
      ? sql`id = any(${sql.param(again.ids.map(String))}::bigint[]) and state <> ${DELIVERY_STATE.waiting}`
      : sql`endpoint_id = ${again.endpointId} and state = ${DELIVERY_STATE.failed} and create_time >= ${again.since.toISOString()}::timestamptz`;
  const { rowCount } = await tx.execute(sql`
    update open_delivery set state = ${DELIVERY_STATE.waiting}, tries = 0, next_time = now(), done_time = null where tenant_id = ${tenantId} and ${which}`);
  await wake(tx);
  return rowCount ?? 0;
}

/** Ends the waiting deliveries of endpoints that were disabled or removed. */
export const dropWaiting = (tx: Tx, ids: readonly bigint[]): Promise<unknown> =>
  tx.execute(sql`
    update open_delivery set state = ${DELIVERY_STATE.failed}, error = 'DISABLED', done_time = now()
    where endpoint_id = any(${sql.param(ids.map(String))}::bigint[]) and state = ${DELIVERY_STATE.waiting}`);
