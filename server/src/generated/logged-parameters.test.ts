import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, testApp } from '../testing/app.ts';
import { parametersOf } from '../testing/fuzz-requests.ts';
import { type RegisteredCall, registeredCalls } from '../testing/registry-calls.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

const CODE = '756056';
const PHONES = ['call +1 (907) 555-0193 now', 'x19075550193y', '1 907.555.0193', '+1９０７５５５０１９３'];

/** Whether a parameter is declared as never logged: proofs, and secrets of rows. */
function isSecret({ call, resource }: RegisteredCall, name: string, schema: z.ZodType): boolean {
  const field: Field | undefined = resource.fields[name];
  const inner = (one: z.ZodType): z.ZodType =>
    'unwrap' in one ? inner((one as z.ZodOptional<z.ZodType>).unwrap()) : one;
  return (
    inner(schema).meta()?.format === 'password' || field?.kind === 'secret' || (call.unlogged ?? []).includes(name)
  );
}

it.each(PHONES)('no log contains declared secrets, undeclared parameters, or %s', async (phone) => {
  for (const one of registeredCalls) {
    const { path, call } = one;
    const values = Object.fromEntries(
      Object.entries(parametersOf(call)).map(([name, schema]) => [
        name,
        isSecret(one, name, schema as z.ZodType) ? CODE : phone,
      ]),
    );
    // The unknown name makes the call refuse before it does anything.
    const given = { ...values, no_such_parameter: CODE };
    const query = new URLSearchParams(given).toString();
    const user = call.access === 'public' ? product.guest : product.admin;
    if (call.methods[0] === 'GET') await user.get(path, given);
    else await user.post(`${path}?${query}`, given);
  }
  await product.app.audit.flush();
  const { rows } = await product.db.pool.query<{ uri: string; params: string }>(
    'select request_uri as uri, params from log_api union all select request_uri, params from log_error',
  );
  expect(rows.length).toBeGreaterThan(registeredCalls.length * 0.9);
  const isTold = (text: string) =>
    text.includes(CODE) ||
    text
      .normalize('NFKC')
      .replace(/[^\d*]/g, '')
      .includes('9075550193');
  expect(rows.filter(({ uri, params }) => isTold(decodeURIComponent(uri)) || isTold(params)).slice(0, 3)).toEqual([]);
});

it('a parameter with a password, a sign-in code or a ticket is declared as a proof', () => {
  const undeclared = registeredCalls.flatMap((one) =>
    Object.entries(parametersOf(one.call)).flatMap(([name, schema]) => {
      const isProof =
        /password|ticket|refresh_?token$/i.test(name) || (name === 'code' && one.path.startsWith('auth/'));
      return isProof && !isSecret(one, name, schema as z.ZodType) ? [`${one.path} ${name}`] : [];
    }),
  );
  expect(undeclared).toEqual([]);
});
