import { createHash } from 'node:crypto';

const WORDS_MAX = 200;
const PLACE_MAX = 400;
const FINGERPRINT_LENGTH = 32;

/** Errors of one kind share a fingerprint: the service, the kind of error, its words without values, and where it began. */
export function fingerprintOf(error: { service: string; type: string; message: string; place: string }): string {
  const kind = JSON.stringify([error.service, error.type, wordsOf(error.message), error.place]);
  return createHash('sha256').update(kind).digest('hex').slice(0, FINGERPRINT_LENGTH);
}

/** The message without its variable parts: quoted values, ids, numbers. */
function wordsOf(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '…')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b(?=[a-z]*\d)[0-9a-f]{8,}\b/gi, '#')
    .replace(/[\d*]+/g, '#')
    .slice(0, WORDS_MAX);
}

/**
 * The first place of a stack that is ours, as `function (file)`: without line numbers, folders and the marks of a build, which
 * change with every version.
 */
export function placeOf(stack: string): string {
  const frames = stack.split('\n').flatMap((line) => {
    const found = /^\s*at (?:(?:async )?(.+?) \()?((?:file:\/\/|https?:\/\/[^/\s]+)?\/?[^\s()]+?):\d+:\d+\)?$/.exec(
      line,
    );
    return found ? [{ name: found[1] ?? '', file: found[2] ?? '' }] : [];
  });
  const own = frames.find(({ file }) => !/node_modules|^node:/.test(file)) ?? frames[0];
  if (!own) return '';
  const file = own.file
    .replace(/^https?:\/\/[^/]+\//, '')
    .replace(/^.*\/(?=(server|contract|console)\/src\/)/, '')
    .replace(/^.*node_modules\//, '')
    .replace(/-[\w-]{8}(?=\.\w+$)/, '');
  return (own.name ? `${own.name} (${file})` : file).slice(0, PLACE_MAX);
}

/**
 * Inserts errors and counts them in their groups, in one statement; a group's history begins with its first error. A
 * resolved group whose error recurs is reopened and marked for `notifyRecurred`; errors from before it was resolved are
 * no recurrence.
 * @param insert the statement that inserts the rows into `log_error`
 */
export const groupedInsert = (insert: string): string => `
  with fresh as (${insert} returning tenant_id, fingerprint, service_id, exception_name, message, place, create_time),
  grouped as (insert into log_error_group as g (tenant_id, fingerprint, service_id, exception_name, message, place, event_count, first_time, last_time)
  select tenant_id, fingerprint, service_id, (array_agg(exception_name order by create_time desc))[1],
    (array_agg(message order by create_time desc))[1], place, count(*), min(create_time), max(create_time)
  from fresh where fingerprint <> '' group by tenant_id, fingerprint, service_id, place order by tenant_id, fingerprint
  on conflict (tenant_id, fingerprint) do update set
    event_count = g.event_count + excluded.event_count, message = excluded.message,
    first_time = least(g.first_time, excluded.first_time), last_time = greatest(g.last_time, excluded.last_time),
    status = case when g.status = 2 and excluded.last_time > g.handled_time then 1 else g.status end,
    recurred_time = case when g.status = 2 and excluded.last_time > g.handled_time then excluded.last_time else g.recurred_time end,
    version = g.version + 1, update_time = now()
  returning id, tenant_id, first_time, xmax = 0 as is_new)
  insert into biz_state_log (tenant_id, object_type, object_id, to_state, event, create_time)
  select tenant_id, 'log/error-group', id, 1, 'create', first_time from grouped where is_new`;
