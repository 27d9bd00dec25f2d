import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, expect, it } from 'vitest';
import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { inputNames } from '../kernel/http/names.ts';
import { type Answer, testApp } from '../testing/app.ts';
import { callExamples, type ExampleRequest } from '../testing/call-examples.ts';
import { PIXEL } from '../testing/pixel.ts';
import { type RegisteredCall, registeredCalls } from '../testing/registry-calls.ts';

/** Fields that no form may set, each with a value that rows do not otherwise have. */
const PLANTED = {
  tenantId: '777777',
  createUser: '777000777001',
  updateUser: '777000777002',
  createDept: '777000777003',
  ownerId: '777000777004',
  ownerPath: '//777000777005/',
  userId: '777000777006',
  parentId: '777000777007',
  roleId: '777000777008',
  status: 7771,
  state: 7772,
  isDeleted: 7773,
  userType: 7774,
  agentLevel: 7775,
  isSealed: 7776,
  balance: '777000.771',
  available: '777000.772',
  deletedAt: '2077-07-07 07:07:07',
  createTime: '2077-07-07 07:07:08',
} as const;
const NAMES = Object.keys(PLANTED) as (keyof typeof PLANTED)[];

const product = await testApp({ SANDBOX: '1' });
const examples: ReturnType<typeof callExamples> = callExamples(
  product,
  await product.agent({ money: parseMoney('100000'), name: 'North' }),
);
afterAll(() => product.close());

it('every writing call refuses fields that its caller may not set, or ignores them', async () => {
  const writable = registeredCalls.filter(({ call, path }) => call.methods.includes('POST') && path in examples);
  const admitted: string[] = [];
  expect(writable.length).toBeGreaterThan(80);
  for (const one of writable) {
    const taken = inputNames(one.call.input) ?? [];
    let names = NAMES.filter((name) => !taken.includes(name));
    const example = (await examples[one.path]?.()) as ExampleRequest;
    const { who = product.admin } = example;
    // A refusal names five at once. A name that is never refused belongs to the row that a form may send back, and
    // must have no effect.
    for (;;) {
      const planted = Object.fromEntries(names.map((name) => [name, PLANTED[name]]));
      const { body, headers } = withMore(one, example, planted);
      const answer = await who.post(one.path, body, headers);
      const refused = refusedNames(answer);
      const left = names.filter((name) => !refused.includes(name));
      if (left.length < names.length) {
        names = left;
        if (names.length > 0) continue;
      } else if (answer.status !== 200) {
        // The call accepts alternative shapes and refuses as a whole; then each name alone must be refused too.
        for (const name of names) {
          const { status, body: said } = await who.post(
            one.path,
            { ...(example.body as object), [name]: PLANTED[name] },
            headers,
          );
          if (status !== 400) admitted.push(`${one.path} ${name}: ${status} ${said?.msg}`);
        }
      }
      break;
    }
  }
  expect(admitted).toEqual([]);
  expect(await stored()).toEqual([]);
  // Check that the search works.
  await product.db.pool.query(
    `update sys_param set create_user = ${PLANTED.createUser} where param_key = 'orders.cancelMinutes'`,
  );
  expect(await stored()).toEqual(['sys_param.create_user']);
});

/** Returns the refused parameters: unknown ones, and read-only fields. */
function refusedNames({ body }: Answer): string[] {
  if (body?.bizCode === 'UNKNOWN_PARAMETER') return (body.msg as string).split(/[：:,]\s*/);
  return (body?.data?.fields ?? []).map(({ field }: { field: string }) => field);
}

/** Returns the example with additional parameters. */
function withMore({ call }: RegisteredCall, { body, headers, fields }: ExampleRequest, more: object) {
  if (!call.upload) return { body: { ...(body as object), ...more }, headers };
  const file = call.upload.kinds?.includes('png')
    ? { name: 'a.png', content: PIXEL }
    : { name: 'a.txt', content: '12015550123\n' };
  return multipart({ ...fields, ...more } as Record<string, string | number>, file);
}

/** Returns columns of any table that contain a planted value. */
async function stored(): Promise<string[]> {
  const { rows: columns } = await product.db.pool.query<{ table: string; column: string; type: string }>(`
    select c.relname as table, a.attname as column, t.typname as type from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname !~ '^(log_|audit_|kernel_idempotency)'
      and t.typname in ('text', 'varchar', 'bpchar', 'int2', 'int4', 'int8', 'timestamptz')`);
  const values: Readonly<Record<string, readonly string[]>> = {
    text: ['777777', '//777000777005/'],
    int2: ['7771', '7772', '7773', '7774', '7775', '7776'],
    int8: [...'12345678'].map((n) => `77700077700${n}`).concat('777000771000', '777000772000'),
    timestamptz: ['2077-07-06', '2077-07-07', '2077-07-08'],
  };
  const found: string[] = [];
  for (const [table, own] of Map.groupBy(columns, (row) => row.table)) {
    const tests = own.map(({ column, type }) => {
      const kind = /char|text/.test(type) ? 'text' : type === 'int4' ? 'int2' : type;
      const text = kind === 'timestamptz' ? `("${column}" at time zone 'UTC')::date::text` : `"${column}"::text`;
      const listed = (values[kind] ?? []).map((value) => `'${value}'`).join(',');
      return `count(*) filter (where ${text} in (${listed}))::int as "${column}"`;
    });
    const { rows } = await product.db.pool.query<Record<string, number>>(`select ${tests.join(',')} from ${table}`);
    for (const [column, count] of Object.entries(rows[0] ?? {})) if (count > 0) found.push(`${table}.${column}`);
  }
  return found;
}
