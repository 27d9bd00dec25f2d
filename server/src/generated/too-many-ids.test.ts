import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '../testing/app.ts';
import { parametersOf } from '../testing/fuzz-requests.ts';
import { registeredCalls } from '../testing/registry-calls.ts';

const product = await testApp();
afterAll(() => product.close());

/** One more than an export of chosen rows takes; what changes rows takes far fewer. */
const IDS = Array.from({ length: 10_001 }, (_, index) => String(index + 1));
const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;
/** Parameters that take several ids, by commas or as a list, with too many for each. */
const parameters = registeredCalls.flatMap(({ path, call }) =>
  Object.entries(parametersOf(call)).flatMap(([name, schema]) => {
    const isText = takes(schema, '1,2') && !takes(schema, 'x,y') && !takes(schema, 'US');
    const isList = takes(schema, ['1', '2']) && !takes(schema, ['x']);
    const value: unknown = isText ? IDS.join(',') : IDS;
    return isText || isList ? [{ path, name, isRead: call.methods[0] === 'GET', value }] : [];
  }),
);

it('over ten thousand ids in one call are refused with the limit, whatever takes ids', async () => {
  expect(parameters.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { path, name, isRead, value } of parameters) {
    const { status, body } = await product.admin[isRead ? 'get' : 'post'](path, { [name]: value });
    const said = body?.data?.fields?.find(({ field }: { field: string }) => field === name)?.message ?? body?.msg;
    if (status !== 400 || !/\d/.test(said)) found.push(`${path} ${name}: ${status} ${said}`);
  }
  expect(found).toEqual([]);
});
