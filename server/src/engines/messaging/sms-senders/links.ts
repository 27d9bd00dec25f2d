import { randomInt } from 'node:crypto';
import { hostOf } from '@trade-assistant/contract/sms-rules.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { integerParameter, readParameter } from '../../../kernel/parameters/index.ts';
import { phoneErrors } from './errors.ts';

/** Without characters that people confuse. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const CODE_LENGTH = 8;
const TARGET_MAX = 2000;
/** Codes collide once in 10¹⁴; a few tries always suffice. */
const TRIES = 5;
/** An expired link is known for so many days, to say that it has expired. */
const KEPT_DAYS = 30;
const PURGED_AT_ONCE = 100;
export const LINK_PATH = '/s/';

/** The task whose texts have the links. */
interface LinkedTask {
  readonly tenantId: string;
  readonly taskId: bigint;
}

/**
 * Returns the short link of each line of a task to a target; a repetition returns the same ones. The target is stored, so that a link
 * leads nowhere else.
 * @throws SHORT_LINK_OFF without an address of short links, SHORT_LINK_TARGET for a target that is no https address or is one of them
 */
export async function shortLinks(
  tx: Tx,
  { tenantId, taskId }: LinkedTask,
  lineNos: readonly number[],
  url: string,
): Promise<ReadonlyMap<number, string>> {
  const origin = await readParameter(tx, tenantId, 'sms.shortLinkOrigin');
  if (origin === '') throw phoneErrors.SHORT_LINK_OFF();
  const linkId = await linkTo(tx, { tenantId, taskId }, targetOf(url, origin));
  const found = new Map<number, string>();
  for (let tries = 0; tries < TRIES && found.size < new Set(lineNos).size; tries += 1) {
    const missing = [...new Set(lineNos)].filter((lineNo) => !found.has(lineNo));
    const { rows } = await tx.execute<{ line: number; code: string }>(sql`
      with wanted as (
        select * from unnest(${sql.param(missing)}::int[], ${sql.param(missing.map(newCode))}::text[]) as w (line_no, code)
      ), added as (
        insert into sms_link_code (code, link_id, line_no) select code, ${linkId}, line_no from wanted on conflict do nothing
        returning line_no, code
      )
      select line_no as line, code from added
      union all select c.line_no, c.code from sms_link_code c join wanted w on w.line_no = c.line_no where c.link_id = ${linkId}`);
    for (const { line, code } of rows) found.set(line, `${origin.replace(/\/$/, '')}${LINK_PATH}${code}`);
  }
  return found;
}

/** Refuses a target that no short link may have. @throws SHORT_LINK_OFF, SHORT_LINK_TARGET */
export async function assertLinks(tx: Tx, tenantId: string, url: string): Promise<void> {
  const origin = await readParameter(tx, tenantId, 'sms.shortLinkOrigin');
  if (origin === '') throw phoneErrors.SHORT_LINK_OFF();
  targetOf(url, origin);
}

function targetOf(url: string, origin: string): string {
  const written = url.trim();
  const target = URL.canParse(written) && written.length <= TARGET_MAX ? new URL(written) : null;
  if (target?.protocol !== 'https:' || target.username !== '' || target.password !== '')
    throw phoneErrors.SHORT_LINK_TARGET();
  if (target.hostname === hostOf(origin)) throw phoneErrors.SHORT_LINK_TARGET();
  return target.href;
}

async function linkTo(tx: Tx, { tenantId, taskId }: LinkedTask, target: string): Promise<bigint> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into sms_link (tenant_id, task_id, target, expire_time)
    values (${tenantId}, ${taskId}, ${target}, now() + make_interval(days => ${integerParameter(sql`${tenantId}`, 'sms.shortLinkDays')}))
    on conflict (tenant_id, task_id, target) do update set target = excluded.target returning id::text`);
  return BigInt(rows[0]?.id ?? 0);
}

const newCode = (): string => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Programs that fetch links to show a preview or to check them. */
const FETCHER =
  /bot|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|twitter|linkedin|skype|viber|google-|googlemessages|bing|yandex|baidu|applebot|pinterest|embed|headless|lighthouse|monitor|scan|fetch|curl|wget|python|java\/|go-http|okhttp|axios|node|libwww|httpclient/i;

/** Whether a person opens a link, as far as the request says. */
export const isOpenedByPerson = (method: string, headers: Readonly<Record<string, unknown>>): boolean => {
  const agent = String(headers['user-agent'] ?? '');
  const purpose = `${headers['purpose'] ?? ''} ${headers['sec-purpose'] ?? ''} ${headers['x-moz'] ?? ''}`;
  return method === 'GET' && agent !== '' && !FETCHER.test(agent) && !/prefetch|preview/i.test(purpose);
};

/** Returns the target of a short link and counts that a person opened it; `expired` for a former one, null for an unknown one. */
export async function openLink(
  run: Pick<Tx, 'execute'>,
  code: string,
  isPerson: boolean,
): Promise<{ readonly target: string } | 'expired' | null> {
  const { rows } = await run.execute<{ target: string; live: boolean }>(sql`
    with found as (
      select l.target, l.expire_time > now() as live from sms_link_code c join sms_link l on l.id = c.link_id where c.code = ${code}
    ), counted as (
      update sms_link_code set opens = opens + 1 where code = ${code} and ${isPerson} and (select live from found)
    )
    select target, live from found`);
  const [row] = rows;
  if (!row) return null;
  return row.live ? { target: row.target } : 'expired';
}

/** Returns how many links of a task there are, and how many were opened at least once. */
export async function linkOpens(
  run: Pick<Tx, 'execute'>,
  { tenantId, taskId }: LinkedTask,
): Promise<{ readonly links: number; readonly opened: number }> {
  const { rows } = await run.execute<{ links: number; opened: number }>(sql`
    select count(*)::int as links, count(*) filter (where c.opens > 0)::int as opened
    from sms_link l join sms_link_code c on c.link_id = l.id where l.tenant_id = ${tenantId} and l.task_id = ${taskId}`);
  return rows[0] ?? { links: 0, opened: 0 };
}

/** Removes links that expired long ago, some at once. @returns how many targets */
export async function purgeLinks(tx: Pick<Tx, 'execute'>): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from sms_link where id in (
      select id from sms_link where expire_time < now() - make_interval(days => ${KEPT_DAYS}::int) order by expire_time limit ${PURGED_AT_ONCE})`);
  return rowCount ?? 0;
}
