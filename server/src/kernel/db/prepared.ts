import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { statementName } from './frequent-statements.ts';
import type { Db, Tx } from './index.ts';

const dialect = new PgDialect({ casing: 'snake_case' });
const names = new Map<string, string>();

/**
 * `execute` for statements that run thousands of times an hour: each connection parses and plans the text once. Texts
 * must be few (values always bound, never in the text), because a connection keeps all of them. Query builders have
 * `.prepare(name)` for the same.
 */
export async function prepared<Row extends pg.QueryResultRow>(
  run: Db | Db['drizzle'] | Tx,
  statement: SQL,
): Promise<pg.QueryResult<Row>> {
  const query = dialect.sqlToQuery(statement);
  const { session } = ('drizzle' in run ? run.drizzle : run)._;
  const answer = await session.prepareQuery(query, undefined, nameOf(query.sql), false).execute();
  return answer as pg.QueryResult<Row>;
}

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = statementName(text);
    names.set(text, name);
  }
  return name;
}
