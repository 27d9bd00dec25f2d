import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { numberHistory } from '@trade-assistant/contract/areas/desk/number-history.ts';
import { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { CallInput, NumberRows, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import { claimableItems } from '../../engines/stock/supplier-claims/index.ts';
import { claimableNumbers } from '../../engines/stock/warranty/index.ts';
import { record } from '../../kernel/audit/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { formsOf, maskNumber, normalise, plainNumber } from '../../kernel/phone/index.ts';
import { cellOf } from '../../kernel/resource/export.ts';
import { places } from './number-history/places.ts';

const errors = defineErrors({
  NUMBER_NOT_WHOLE: {
    status: 400,
    zh: '请输入完整号码，带国家码，如 +1 202 555 0123',
    en: 'Enter a whole number with its country code, such as +1 202 555 0123',
  },
});

/** Events of one list. */
const MOST = 20;

interface Part {
  readonly resource: Resource;
  readonly list: NumberRows;
}
type Facts = Readonly<Record<string, unknown>>;
/** A row about the number, as the database has it. */
interface Hit {
  readonly resource: string;
  readonly id: string;
  readonly at: Date;
  readonly facts: Facts | null;
}

export default serve(numberHistory, {
  detail: async (c, input) => {
    const number = input.number ? whole(input.number) : await numberOf(c, input);
    const parts = readable(c);
    const hits = Map.groupBy(await hitsOf(c, parts, number), ({ resource }) => resource);
    const read = await Promise.all(parts.map((part) => eventsOf(c, part, hits.get(part.resource.name) ?? [], number)));
    const isWhole = Boolean(input.number) || read.some((part) => part.isWhole);
    if (isWhole && !input.number) await recordReading(c, number);
    const known = normalise(`+${number}`);
    return {
      number: isWhole ? plainNumber(number) : maskNumber(number),
      isWhole: isWhole ? (1 as const) : (0 as const),
      countryCode: known.ok ? known.countryCode : null,
      lineType: known.ok ? known.lineType : null,
      // Of the same second, later lists come first: stock before the batch that it came from.
      events: read
        .toReversed()
        .flatMap(({ events }) => events)
        .toSorted((a, b) => b.time.getTime() - a.time.getTime()),
      more: read.flatMap(({ more }) => more),
      claims: await claimsOf(c, number, isWhole),
    };
  },
});

/** Returns how the forms of claims name a number; a reader who sees it masked gets its ID. */
async function claimsOf(c: Context, number: bigint, isWhole: boolean) {
  const isStaff = c.actor.userType === userType.is.staff;
  const [warranty, supplier] = await c.app.db.tx(async (tx) => [
    c.can(`${warrantyClaim.name}:file`) ? (await claimableNumbers(tx, c.actor, { number })).numbers[0] : undefined,
    c.can(`${supplierClaim.name}:add`) && isStaff
      ? (await claimableItems(tx, c.actor, sql`i.e164 = ${number}`)).numbers.at(-1)
      : undefined,
  ]);
  const named = (name: string | undefined) => (name === undefined ? null : isWhole ? plainNumber(number) : name);
  return { warranty: named(warranty), supplier: named(supplier) };
}

/** Returns the parts of a history that the reader may see. */
const readable = (c: Context): Part[] =>
  c.app.lists.resources.flatMap((resource) =>
    (resource.numbers ?? [])
      .filter(({ call }) => c.app.lists.allows(c, resource, call))
      .map((list) => ({ resource, list })),
  );

/** @throws NUMBER_NOT_WHOLE at the field */
function whole(written: string): bigint {
  const read = normalise(written);
  if (read.ok) return read.e164;
  const { zh, en } = errors.declarations.NUMBER_NOT_WHOLE;
  throw errors.NUMBER_NOT_WHOLE({}, { fields: [{ field: 'number', message: { zh, en } }] });
}

/** Returns the number of a row that the reader can see. @throws NOT_FOUND */
async function numberOf(
  c: Context,
  { resource: name, row, line = 0 }: CallInput<typeof numberHistory, 'detail', 'out'>,
): Promise<bigint> {
  const part = readable(c).find(({ resource }) => resource.name === name);
  const select = part && places[part.resource.name]?.numberOf;
  if (!part || !select || row === undefined || (await rowsOf(c, part, [row])).length === 0)
    throw commonErrors.NOT_FOUND();
  const { rows } = await c.app.db.drizzle.execute<{ e164: string }>(select(row, line));
  if (!rows[0]?.e164) throw commonErrors.NOT_FOUND();
  return BigInt(rows[0].e164);
}

const rowsOf = async (c: Context, { resource, list }: Part, ids: readonly bigint[]) =>
  (
    await c.app.lists.page(c, resource, list.call, {
      ...{ size: ids.length, isUncounted: true },
      filters: [{ field: 'id', operator: 'in', value: ids }],
    })
  ).records;

/** Returns the newest rows about a number, of all parts in one statement. */
async function hitsOf(c: Context, parts: readonly Part[], number: bigint): Promise<readonly Hit[]> {
  const selects = parts.flatMap(({ resource }) => {
    const rows = places[resource.name]?.rows(c, number);
    return rows
      ? [
          sql`(select ${resource.name} as resource, p.id::text as id, p.at, p.facts from (${rows}) p order by p.at desc limit ${MOST + 1})`,
        ]
      : [];
  });
  if (selects.length === 0) return [];
  return (await c.app.db.drizzle.execute<{ [K in keyof Hit]: Hit[K] }>(sql.join(selects, sql` union all `))).rows;
}

async function eventsOf(c: Context, part: Part, hits: readonly Hit[], number: bigint) {
  const { resource, list } = part;
  const { fields, nameField = 'id', title, screen } = list.of ?? { ...resource, screen: resource.name };
  if (hits.length === 0) return { events: [], more: [], isWhole: false };
  const rows = await rowsOf(c, part, [...new Set(hits.map(({ id }) => BigInt(id)))]);
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  const isOfRow = ([, { options }]: [string, Field]) =>
    options.readPermission === undefined || c.can(`${resource.name}:${options.readPermission}`);
  const shown = list.shows.map((name): [string, Field] => [name, fields[name] as Field]).filter(isOfRow);
  const events = hits.slice(0, MOST).flatMap(({ id, at, facts }) => {
    const row = byId.get(id);
    if (!row) return [];
    const name = nameOf(nameField, row)[c.locale];
    return {
      ...{ resource: resource.name, title: title[c.locale], screen, id: BigInt(id), time: new Date(at) },
      name: name.includes(maskNumber(number)) || name === plainNumber(number) ? '' : name,
      facts: [...factsOf(c, Object.entries(list.facts ?? {}), facts ?? {}), ...factsOf(c, shown, row)],
    };
  });
  return {
    events,
    more: hits.length > MOST ? [title[c.locale]] : [],
    isWhole: rows.some((row) => formsOf(number).some((form) => row['number'] === plainNumber(form))),
  };
}

/** Returns the values that are there, as the reader reads them. */
const factsOf = (c: Context, fields: readonly (readonly [string, Field])[], row: Facts) =>
  fields.flatMap(([name, field]) => {
    const given = row[name];
    const value = cellOf(field, field.kind === 'dateTime' && typeof given === 'string' ? new Date(given) : given, c);
    if (value === '') return [];
    const tone = field.dictionary && entryOf(c.app.dictionaries.current(field.dictionary), Number(given))?.tone;
    return [{ label: field.options.label[c.locale], value: String(value), ...(tone ? { tone } : {}) }];
  });

/** Notes in the audit trail that the reader saw a number in full which they knew from a row. */
const recordReading = (c: Context, number: bigint): Promise<unknown> =>
  c.app.db.tx((tx) =>
    record(tx, c.actor, { action: 'plain-view', objectType: numberHistory.name, objectId: maskNumber(number) }),
  );
