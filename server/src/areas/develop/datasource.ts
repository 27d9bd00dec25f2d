import { DRIVERS, datasource, datasourceTls } from '@trade-assistant/contract/areas/develop/datasource.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { addressOf, assertAllowed } from './datasource/address.ts';
import { withSource } from './datasource/connect.ts';
import { datasources } from './datasource/table.ts';

const errors = defineErrors({
  DATASOURCE_DRIVER: {
    status: 400,
    zh: '驱动类与连接地址不符，应为 {driver}',
    en: 'The driver class does not fit the address; it should be {driver}',
  },
});

export default resourceRoutes(datasource, datasources, {
  scope: 'platform',
  usedBy: [
    {
      what: { zh: '代码模型', en: 'code models', one: 'code model' },
      from: sql`dev_code`,
      column: sql`datasource_id`,
      called: sql`code_name`,
      where: () => sql`deleted_at is null`,
    },
  ],
  beforeSave: async (c, _tx, input, existing) => {
    const { url, tlsMode } = { tlsMode: datasourceTls.is.verified, ...existing, ...input };
    if (url === undefined) return input;
    assertAllowed(c.app.outbound, url, tlsMode);
    const { category } = addressOf(url);
    const drivers = DRIVERS[category] ?? [];
    const [driver = ''] = drivers;
    // A form sends the driver back as it was read; another address brings its own.
    const asked = input.driverClass === existing?.driverClass ? null : input.driverClass;
    if (asked && !drivers.includes(asked)) throw driverError(driver);
    const kept = drivers.find((one) => one === (asked ?? existing?.driverClass));
    const saved = { ...input, category, driverClass: kept ?? driver };
    return existing ? saved : { ...saved, tenantId: PLATFORM_TENANT };
  },
  actions: {
    test: async (c, { id }) => {
      const began = Date.now();
      return withSource(c.app, await sourceOf(c, id), async (source) => ({
        version: await source.version(),
        canWrite: (await source.canWrite()) ? (1 as const) : (0 as const),
        millis: Date.now() - began,
      }));
    },
    tables: async (c, { id, keyword }) => withSource(c.app, await sourceOf(c, id), (source) => source.tables(keyword)),
  },
});

/** @throws NOT_FOUND */
async function sourceOf(c: Context, id: bigint) {
  const [row] = await c.app.db.drizzle
    .select()
    .from(datasources)
    .where(and(visible(c.actor, datasources, 'platform'), eq(datasources.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

function driverError(driver: string) {
  const { zh, en } = errors.declarations.DATASOURCE_DRIVER;
  const message = { zh: fill(zh, { driver }), en: fill(en, { driver }) };
  return errors.DATASOURCE_DRIVER({ driver }, { fields: [{ field: 'driverClass', message }] });
}
