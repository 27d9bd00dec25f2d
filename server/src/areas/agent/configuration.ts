import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { configurationItem } from '@trade-assistant/contract/areas/agent/configuration-fields.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput, RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, count, eq, inArray, isNull, max } from 'drizzle-orm';
import { z } from 'zod';
import { balancesOf } from '../../engines/money/ledger/index.ts';
import {
  type AgentPrice,
  agentPrices,
  agentTemplates,
  assertItems,
  configureAgents,
  findTemplate,
  LEVEL_DISCOUNT,
  type MatrixRow,
  matrixOf,
  pricingErrors,
  removeTemplates,
  saveTemplate,
  type TermsItem,
  type TermsRow,
  takeBackTerms,
  templatesOf,
} from '../../engines/money/pricing/index.ts';
import { findUser, users } from '../../engines/people/identity/index.ts';
import { countries, inventoryErrors } from '../../engines/stock/inventory/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';

type Row = RowOf<typeof agentConfiguration>;
type Input<K extends keyof (typeof agentConfiguration)['calls']> = CallInput<typeof agentConfiguration, K, 'out'>;

type ConfigurationItem = z.output<typeof configurationItem>;

const ANY_COUNTRY = '*';

export default serve(agentConfiguration, {
  list: async (c, query) => {
    const options = { actor: c.actor, table: agentPrices, scope: 'owner' } as const;
    const page = await listRows<AgentPrice & Record<string, unknown>>(c.app.db, options, query);
    return { ...page, records: await complete(c, page.records) };
  },
  detail: async (c, { id }) => {
    const [row] = await complete(c, await rowsById(c.app.db.drizzle, c, id as bigint));
    if (!row) throw commonErrors.NOT_FOUND();
    return row;
  },
  submit: (c, input) => c.tx((tx) => submit(tx, c, input)),
  remove: (c, { ids }) => takeBack(c, ids),
  delete: (c, { id }) => takeBack(c, [id]),
  'batch-delete': (c, { ids }) => takeBack(c, ids),
  'batch-submit': (c, input) => c.tx((tx) => submitBatch(tx, c, input)),
  'list-form': async (c, { userId, ...filter }) =>
    grouped(c, await c.app.db.tx((tx) => matrixOf(tx, c.actor, userId, filter))),
  'basic-info': (c, { userId, agentId }) => c.app.db.tx((tx) => aboutAgent(tx, c, (userId ?? agentId) as bigint)),
  'template/list-form': async (c, { id }) => {
    const found = await c.app.db.tx((tx) => templatesOf(tx, c.actor, id));
    const shownItem = canSetRebates(c) ? (item: ConfigurationItem) => item : withoutRates;
    return found.map(({ items, ...template }) => ({ ...template, items: decodedItems(items).map(shownItem) }));
  },
  'template/submit': (c, input) =>
    c.tx(async (tx) => {
      await assertCountries(tx, c, input.items);
      const before = input.id === undefined ? [] : decodedItems((await findTemplate(tx, c.actor, input.id)).items);
      assertCanSetRates(c, [...before, ...input.items]);
      assertItems(input.items as TermsItem[]);
      // Stored in wire form: amounts and ids as text.
      const items = input.items.map(({ version: _, ...item }) => z.encode(configurationItem, item));
      return { id: await saveTemplate(tx, c.actor, { ...input, items }) };
    }),
  'template/delete': async (c, { ids }) => {
    await c.tx((tx) => removeTemplates(tx, c.actor, ids));
    return undefined;
  },
});

/** Adds or changes one row; the key is given once. */
async function submit(
  tx: Tx,
  c: Context,
  { id, agentId, version, ...input }: Input<'submit'>,
): Promise<{ id: bigint }> {
  const [row] = id === undefined ? [] : await rowsById(tx, c, id as bigint);
  if (id !== undefined && !row) throw commonErrors.NOT_FOUND();
  const terms = input as Partial<TermsItem>;
  const item = row ? { ...terms, ...keyOf(row), version: version ?? row.version } : { ...terms, version: 0 };
  if (!row) await assertCountries(tx, c, [item as TermsItem]);
  const work = configureAgents(tx, c.actor, {
    agentIds: [row?.agentId ?? (agentId as bigint)],
    items: [item as TermsItem],
    mode: 'MERGE',
  });
  const { saved, removed } = await work.catch((error: unknown) => {
    // For a new row, the version that was read says that there was none.
    if (!row && error instanceof Error && 'code' in error && error.code === 'STALE_DATA')
      throw commonErrors.DUPLICATE();
    throw error;
  });
  announceChange(tx, c.actor.tenantId, agentConfiguration);
  const [written] = saved;
  if (written === undefined && (removed > 0 || !row)) throw pricingErrors.TERMS_EMPTY();
  return { id: written ?? (row?.id as bigint) };
}

async function submitBatch(tx: Tx, c: Context, { agentIds, items, templateId, mode }: Input<'batch-submit'>) {
  if ((items === undefined) === (templateId === undefined))
    throw commonErrors.BAD_REQUEST({ detail: 'items, templateId' });
  if (templateId !== undefined && !c.can('agent/configuration:template')) throw commonErrors.NO_PERMISSION();
  const wanted = items ?? decodedItems((await findTemplate(tx, c.actor, templateId as bigint)).items);
  assertCanSetRates(c, wanted);
  await assertCountries(tx, c, wanted);
  const configuring = { agentIds, items: wanted as TermsItem[], mode, templateId };
  const { saved, removed } = await configureAgents(tx, c.actor, configuring);
  announceChange(tx, c.actor.tenantId, agentConfiguration);
  return { agents: agentIds.length, saved: saved.length, removed };
}

async function takeBack(c: Context, ids: readonly bigint[]): Promise<undefined> {
  await c.tx(async (tx) => {
    await takeBackTerms(tx, c.actor, ids);
    announceChange(tx, c.actor.tenantId, agentConfiguration);
  });
  return undefined;
}

const canSetRebates = (c: Context): boolean => c.can('agent/configuration:rebate');

/** Refuses changes of rates by users who may not see rates. */
function assertCanSetRates(c: Context, items: readonly ConfigurationItem[]): void {
  const hasRates = items.some(({ rebateRate1, rebateRate2 }) => rebateRate1 !== undefined || rebateRate2 !== undefined);
  if (hasRates && !canSetRebates(c)) throw commonErrors.NO_PERMISSION();
}

const withoutRates = ({ rebateRate1: _one, rebateRate2: _two, ...item }: ConfigurationItem): ConfigurationItem => item;

const decodedItems = (items: readonly object[]): ConfigurationItem[] =>
  items.map((item) => z.decode(configurationItem, item as z.input<typeof configurationItem>));

const rowsById = (run: Pick<Tx, 'select'>, c: Context, id: bigint): Promise<AgentPrice[]> =>
  run
    .select()
    .from(agentPrices)
    .where(and(visible(c.actor, agentPrices, 'owner'), eq(agentPrices.id, id)));

const keyOf = ({ kind, businessType, serviceType, filterType, activePeriod, countryCode }: AgentPrice) => ({
  kind,
  businessType,
  serviceType,
  filterType,
  activePeriod,
  countryCode,
});

/** Adds the names of agents and templates, for all rows of a page at once. */
async function complete(c: Context, rows: readonly AgentPrice[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const { drizzle } = c.app.db;
  const templateIds = rows.flatMap(({ templateId }) => (templateId === null ? [] : [templateId]));
  const [agents, templates] = await Promise.all([
    drizzle
      .select({ id: users.id, name: users.realName })
      .from(users)
      .where(inArray(users.id, [...new Set(rows.map(({ agentId }) => agentId))])),
    drizzle
      .select({ id: agentTemplates.id, name: agentTemplates.templateName })
      .from(agentTemplates)
      .where(inArray(agentTemplates.id, [0n, ...templateIds])),
  ]);
  const templateName = new Map(templates.map(({ id, name }) => [id, name]));
  const agentName = new Map(agents.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...row,
    agentName: agentName.get(row.agentId) ?? '',
    templateName: row.templateId === null ? null : (templateName.get(row.templateId) ?? null),
  }));
}

/** @throws COUNTRY_UNKNOWN {code} */
async function assertCountries(tx: Tx, c: Context, items: readonly { readonly countryCode: string }[]): Promise<void> {
  const codes = [...new Set(items.map(({ countryCode }) => countryCode))].filter((code) => code !== ANY_COUNTRY);
  if (codes.length === 0) return;
  const known = await tx
    .select({ code: countries.countryCode })
    .from(countries)
    .where(and(visible(c.actor, countries, 'tenant'), inArray(countries.countryCode, codes)));
  const found = new Set(known.map(({ code }) => code));
  const unknown = codes.find((code) => !found.has(code));
  if (unknown !== undefined) throw inventoryErrors.COUNTRY_UNKNOWN({ code: unknown });
}

function grouped(c: Context, rows: readonly MatrixRow[]) {
  const seesRebates = canSetRebates(c);
  const groups = new Map<string, MatrixRow[]>();
  for (const row of rows) {
    const name = `${row.key.businessType}-${row.key.serviceType}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].map(([groupKey, found]) => {
    const { businessType, serviceType } = (found[0] as MatrixRow).key;
    return {
      groupKey,
      businessType,
      serviceType,
      rows: found.map(({ key, price, own, resale, inherited }) => ({
        filterType: key.filterType ?? null,
        activePeriod: key.activePeriod ?? null,
        countryCode: key.countryCode,
        price,
        own: own && shown(own, seesRebates),
        resale: resale && shown(resale, seesRebates),
        inherited,
      })),
    };
  });
}

const shown = ({ rebateRate1, rebateRate2, ...row }: TermsRow, seesRebates: boolean) =>
  seesRebates ? { ...row, rebateRate1, rebateRate2 } : row;

/** Returns the header of the matrix, about its agent. */
async function aboutAgent(tx: Tx, c: Context, userId: bigint) {
  const agent = await findUser(tx, c.actor, userId);
  const [parent, [balance], [configured], template] = [
    agent.parentId === null
      ? []
      : await tx.select({ name: users.realName }).from(users).where(eq(users.id, agent.parentId)),
    await balancesOf(tx, c.actor, { userIds: [userId] }),
    await tx
      .select({ n: count(), at: max(agentPrices.updateTime) })
      .from(agentPrices)
      .where(and(eq(agentPrices.agentId, userId), isNull(agentPrices.deletedAt))),
    await tx
      .selectDistinct({ name: agentTemplates.templateName })
      .from(agentPrices)
      .innerJoin(agentTemplates, eq(agentTemplates.id, agentPrices.templateId))
      .where(and(eq(agentPrices.agentId, userId), isNull(agentPrices.deletedAt))),
  ];
  return {
    agentId: agent.id,
    agentName: agent.realName,
    account: agent.account,
    agentLevel: agent.agentLevel,
    levelDiscount: LEVEL_DISCOUNT[agent.agentLevel] ?? '1',
    parentId: agent.parentId,
    parentName: parent[0]?.name ?? null,
    currency: BOOK_CURRENCY,
    balance: balance?.balance ?? ZERO,
    configCount: configured?.n ?? 0,
    templateName: template.map(({ name }) => name).join(', ') || null,
    updatedAt: configured?.at ?? null,
  };
}
