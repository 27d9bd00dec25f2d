import fastify from 'fastify';
import pg from 'pg';

/**
 * A separate process with only a filtered page and its total, with the same statements as the product's list. Prints
 * its port. `BARE_DATABASE` has the connection options as JSON.
 */
const pool = new pg.Pool({ ...(JSON.parse(process.env.BARE_DATABASE ?? '{}') as pg.PoolConfig), max: 24 });
const where = 'deleted_at is null and tenant_id = $1 and country_code in ($2) and stock_status in ($3)';
/** As the product: counted up to a hundred thousand, beyond that the planner's estimate. */
const EXACT = 100_000;

const server = fastify();
server.get<{ Querystring: { countryCode: string; stockStatus: string; current: string; size: string } }>(
  '/page',
  async ({ query }) => {
    const filters = ['000000', query.countryCode, Number(query.stockStatus)];
    const size = Number(query.size);
    const [rows, total] = await Promise.all([
      pool.query(`select * from inv_item where ${where} order by id desc limit $4 offset $5`, [
        ...filters,
        size,
        (Number(query.current) - 1) * size,
      ]),
      counted(filters),
    ]);
    return { records: rows.rows, total, current: Number(query.current), size };
  },
);
const address = await server.listen({ port: 0, host: '127.0.0.1' });
console.log(address);

async function counted(filters: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from inv_item where ${where} limit ${EXACT + 1}) counted`,
    filters,
  );
  return rows[0]?.n ?? 0;
}
