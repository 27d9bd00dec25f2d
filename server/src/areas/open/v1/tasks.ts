import {
  activePeriod,
  checkMode,
  checkStatus,
  filterType,
  telegramFilterType,
} from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { LIMIT_MAX, nameOf, valueNamed } from '@trade-assistant/contract/areas/open/v1/values.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { recordTask } from '../../../engines/reporting/partner-api/index.ts';
import { instantOf, type PartnerContext, type Wire } from './context.ts';
import { type HandlerOf, is, newestFirst } from './money.ts';

const CHECKS = { whatsapp: 'filter/whatsapp-filter', telegram: 'filter/telegram-filter' } as const;

/** Creates a task by another call, and remembers that its money is the key's spending. */
export async function create({ c, calls, key }: PartnerContext, call: string, input: Wire) {
  return c.tx(async (tx) => {
    const { id, taskNo, orderNo } = (await calls.make({ ...c, tx: (work) => work(tx) }, call, defined(input))) as Wire;
    await recordTask(tx, BigInt(id), key.row.id);
    return { id, no: taskNo ?? orderNo };
  });
}

export const defined = (input: Wire): Wire =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Returns a task through the resource that shows it, and the resource. @throws NOT_FOUND */
export async function taskOf(
  context: PartnerContext,
  resources: readonly string[],
): Promise<{ row: Wire; resource: string }> {
  const { c, calls, id } = context;
  for (const resource of resources) {
    const [row] = await calls.list(c, `${resource}/list`, { size: 1, filters: [is('id', id)], sort: [] });
    if (row) return { row, resource };
  }
  throw commonErrors.NOT_FOUND();
}

export const commonOf = (row: Wire) => ({
  total: row['totalCount'],
  invalid: row['invalidCount'],
  duplicate: row['duplicateCount'],
  suppressed: row['suppressedCount'],
  held: row['holdAmount'],
  charged: row['chargedAmount'],
  refunded: row['refundedAmount'],
  currency: row['currency'] ?? null,
  failReason: row['failReason'] ?? null,
  createdAt: instantOf(row['createTime']),
  finishedAt: instantOf(row['finishTime']),
});

const shapeCheck = (channel: string) => (row: Wire) => ({
  ...commonOf(row),
  id: row['id'],
  no: row['taskNo'],
  name: row['taskName'],
  channel,
  country: row['countryCode'] ?? null,
  status: nameOf(checkStatus, row['status']),
  done: row['doneCount'],
});
const channelOf = (resource: string): string => (resource.includes('telegram') ? 'telegram' : 'whatsapp');

const createCheck: HandlerOf<'createCheck'> = (
  context,
  { channel, country, type, period, mode, numbers, name, ...rest },
) => {
  const types = channel === 'telegram' ? telegramFilterType : filterType;
  return create(context, `${CHECKS[channel]}/create-order`, {
    ...rest,
    countryCode: country,
    filterType: valueNamed(types, type),
    activePeriod: period === undefined ? undefined : valueNamed(activePeriod, period),
    checkMode: valueNamed(checkMode, mode),
    numbers: numbers.join('\n'),
    taskName: name,
  });
};

const listChecks: HandlerOf<'listChecks'> = (context, { channel, ...page }) =>
  newestFirst(context, `${CHECKS[channel]}/list`, page, [], shapeCheck(channel));

const getCheck: HandlerOf<'getCheck'> = async (context) => {
  const { row, resource } = await taskOf(context, Object.values(CHECKS));
  return shapeCheck(channelOf(resource))(row);
};

const listCheckResults: HandlerOf<'listCheckResults'> = async (context, { cursor, limit }) => {
  const { resource } = await taskOf(context, Object.values(CHECKS));
  const size = Math.min(limit, LIMIT_MAX);
  const asked = { id: String(context.id), after: Number(cursor ?? 0), size: size + 1 };
  const { records } = (await context.calls.make(context.c, `${resource}/lines`, asked)) as { records: Wire[] };
  const items = records.slice(0, size).map((row) => ({
    line: row['lineNo'],
    number: row['number'] ?? null,
    country: row['regionCode'] ?? null,
    result: resultOf(row),
  }));
  return { items, next: records.length > size ? String(items.at(-1)?.line) : null };
};

const resultOf = (row: Wire): string | null => {
  const { result } = row;
  return result === null || result === undefined ? null : nameOf(checkResult, result);
};

export const taskHandlers = { createCheck, listChecks, getCheck, listCheckResults };
