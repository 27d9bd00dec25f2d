import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '../testing/app.ts';
import { parametersOf } from '../testing/fuzz-requests.ts';
import { registeredCalls } from '../testing/registry-calls.ts';

const product = await testApp();
afterAll(() => product.close());

/** One more than the export of selected rows accepts; writing calls accept far fewer. */
const IDS = Array.from({ length: 10_001 }, (_, index) => String(index + 1));
const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;
/** Parameters for several ids, comma-separated or as a list, with too many for each. */
const parameters = registeredCalls.flatMap(({ path, call }) =>
  Object.entries(parametersOf(call)).flatMap(([name, schema]) => {
    const isText = takes(schema, '1,2') && !takes(schema, 'x,y') && !takes(schema, 'US');
    const isList = takes(schema, ['1', '2']) && !takes(schema, ['x']);
    const value: unknown = isText ? IDS.join(',') : IDS;
    return isText || isList ? [{ path, name, isRead: call.methods[0] === 'GET', value }] : [];
  }),
);

it('more than ten thousand ids are refused with the limit in every call', async () => {
  expect(parameters.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { path, name, isRead, value } of parameters) {
    const { status, body } = await product.admin[isRead ? 'get' : 'post'](path, { [name]: value });
    const said = body?.data?.fields?.find(({ field }: { field: string }) => field === name)?.message ?? body?.msg;
    if (status !== 400 || !/\d/.test(said)) found.push(`${path} ${name}: ${status} ${said}`);
  }
  expect(found).toEqual([]);
});
