import { type MessageLevel, messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { type MessageKey, messageTemplates } from '@trade-assistant/contract/areas/message/templates.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Locale } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { notify, rooms } from '../../../kernel/realtime/index.ts';
import { messageErrors } from './errors.ts';
import { canReachAll, type Recipients, recipientIds, recipientNames } from './recipients.ts';
import { messages } from './tables.ts';

/** Most users in one push, so that each stays small. */
const PUSH_PEOPLE = 200;
const PUSH_EXCERPT = 200;

/** Subject of a message: a resource's name, a row of it, and the page to open. */
export interface MessageSubject {
  readonly bizType?: string;
  readonly bizId?: string;
  readonly route?: string;
}

/** The subject of a system message, which always opens something: a row of a resource, or a page. */
type SystemSubject = MessageSubject &
  ({ readonly bizType: string; readonly bizId: string } | { readonly route: string });

/** A message written by a user, or a system message by its key and parameters. */
export type NewMessage = MessageSubject & { readonly to: Recipients } & (
    | (SystemSubject & {
        readonly key: MessageKey;
        readonly params: Readonly<Record<string, string>>;
        readonly level?: MessageLevel;
      })
    | { readonly type: number; readonly title: string; readonly content: string; readonly level?: MessageLevel }
  );

export interface SentMessage {
  /** Null when there was no recipient. */
  readonly id: bigint | null;
  readonly recipientCount: number;
}

/**
 * Sends a message within the transaction: readers receive it when that commits. The caller chooses the readers;
 * unknown and disabled ones are left out. Departments and roles are named in the sender's language.
 */
export async function sendMessage(
  tx: Tx,
  actor: Actor,
  input: NewMessage,
  locale: Locale = 'zh',
): Promise<SentMessage> {
  const ids = await recipientIds(tx, actor, input.to);
  if (ids.length === 0) return { id: null, recipientCount: 0 };
  const isProgram = actor.userId === 0n || 'key' in input;
  const [row] = await tx
    .insert(messages)
    .values({
      tenantId: actor.tenantId,
      ...wordsOf(input),
      bizType: input.bizType ?? null,
      bizId: input.bizId ?? null,
      route: input.route ?? routeOf(input),
      recipients: await recipientNames(tx, actor, input.to, locale),
      recipientCount: ids.length,
      createUser: isProgram ? null : actor.userId,
      createUserName: isProgram ? null : actor.realName,
    })
    .returning();
  invariant(row, 'message-row-inserted', actor.tenantId);
  await tx.execute(sql`
    insert into msg_inbox (message_id, user_id) select ${row.id}, unnest(${sql.param(ids.map(String))}::bigint[])`);
  for (let from = 0; from < ids.length; from += PUSH_PEOPLE) await ring(tx, ids.slice(from, from + PUSH_PEOPLE), row);
  return { id: row.id, recipientCount: ids.length };
}

/** The record of a message's subject. */
const routeOf = ({ bizType, bizId }: MessageSubject): string | null =>
  bizType && bizId ? `/${bizType}/index?record=${bizId}` : null;

interface Composed {
  readonly type: number;
  readonly title: string;
  readonly content: string;
  readonly level: MessageLevel;
  readonly route?: string | null | undefined;
  readonly userIds?: readonly bigint[] | undefined;
  readonly deptIds?: readonly bigint[] | undefined;
  readonly roleIds?: readonly bigint[] | undefined;
}

/**
 * Sends a message written by a user, within the user's rights: users in reach; departments and roles for staff with
 * `message:broadcast`.
 * @throws RECIPIENT_REQUIRED, RECIPIENT_UNKNOWN, RECIPIENT_NONE, BROADCAST_STAFF_ONLY, TITLE_RESERVED, RATE_LIMITED
 */
export async function composeMessage(
  tx: Tx,
  actor: Actor,
  input: Composed,
  { canBroadcast, locale }: { canBroadcast: boolean; locale: Locale },
): Promise<{ id: bigint; recipientCount: number }> {
  const to = addressOf(input);
  if ('userIds' in to) {
    if (!(await canReachAll(tx, actor, to.userIds))) throw messageErrors.RECIPIENT_UNKNOWN();
  } else {
    if (!canBroadcast) throw commonErrors.NO_PERMISSION();
    if (actor.userType !== userType.is.staff) throw messageErrors.BROADCAST_STAFF_ONLY();
  }
  if (isReserved(input.title)) throw messageErrors.TITLE_RESERVED();
  await assertPace(tx, actor);
  const { type, title, content, level, route } = input;
  const message = { to, type, title, content, level, ...(route ? { route } : {}) };
  const { id, recipientCount } = await sendMessage(tx, actor, message, locale);
  if (id === null) throw messageErrors.RECIPIENT_NONE();
  return { id, recipientCount };
}

/** Normalises disguised spellings of the titles that system messages use. */
const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^(系统消息|系统通知|系统|system)/, '');

const RESERVED: ReadonlySet<string> = new Set(
  Object.values(messageTemplates).flatMap(({ title }) => [plainTitle(title.zh), plainTitle(title.en)]),
);

const isReserved = (title: string): boolean => RESERVED.has(plainTitle(title));

function addressOf({ type, userIds, deptIds, roleIds }: Composed): Recipients {
  const chosen =
    type === messageType.is.department ? deptIds : type === messageType.is.role ? roleIds : (userIds ?? undefined);
  if (!chosen || chosen.length === 0) throw messageErrors.RECIPIENT_REQUIRED();
  if (type === messageType.is.department) return { deptIds: chosen };
  return type === messageType.is.role ? { roleIds: chosen } : { userIds: chosen };
}

declareLimit({ name: 'messages that a user writes in a minute', window: 'minute', unit: 'messages' });
/** Serialises each sender, so that parallel requests cannot exceed the limit. */
async function assertPace(tx: Tx, actor: Actor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`message:${actor.userId}`}, 0))`);
  const most = await readParameter(tx, actor.tenantId, 'message.perMinute');
  const recent = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select create_time from msg_message where create_user = ${actor.userId} order by id desc limit ${most}
    ) last where create_time > now() - interval '1 minute'`);
  if ((recent.rows[0]?.n ?? 0) >= most) throw commonErrors.RATE_LIMITED();
}

function wordsOf(input: NewMessage) {
  if (!('key' in input)) {
    const { type, title, content, level = 'info' } = input;
    return { type, title, content, level };
  }
  const { type, title, content, level } = messageTemplates[input.key];
  return {
    type,
    title: title.zh,
    content: fill(content.zh, input.params),
    titleKey: input.key,
    params: input.params,
    level: input.level ?? level,
  };
}

/**
 * Notifies the readers' consoles to fetch. Consoles fetch by the numbers of their own rows, so that no message is missed or repeated; this
 * notification only triggers the fetch.
 */
function ring(tx: Tx, userIds: readonly bigint[], row: typeof messages.$inferSelect): Promise<void> {
  return notify(tx, userIds.map(rooms.user), {
    id: row.id.toString(),
    type: String(row.type),
    title: row.title.slice(0, PUSH_EXCERPT),
    ...(row.titleKey ? { titleKey: row.titleKey } : {}),
    content: row.content.slice(0, PUSH_EXCERPT),
    level: row.level,
    bizType: row.bizType,
    bizId: row.bizId,
    route: row.route,
    createTime: formatTime(row.createTime),
    unread: null,
    sticky: true,
    data: null,
  });
}
