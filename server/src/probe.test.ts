import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from './testing/app.ts';
import { type Probe, probe, probes } from './testing/probe.ts';

/**
 * `PROBE=whole npx vitest run --project server src/probe.test.ts` sends all of them, which takes some minutes;
 * `PROBE=17` the sixtieth part that begins with the seventeenth. The suite sends the same part each time.
 */
const IS_WHOLE = process.env['PROBE'] === 'whole';
const SAMPLE = 60;
const FIRST = Number(process.env['PROBE']) || 0;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

function* sampled(all: Iterable<Probe>): Generator<Probe> {
  let index = 0;
  for (const one of all) {
    if (IS_WHOLE || index % SAMPLE === FIRST) yield one;
    index += 1;
  }
}

/** How the schema library talks, in either of its languages. */
const NOT_OURS = /无效输入|期望|实际接收|数值过[大小]|invalid (input|option)|expected \w+|too (big|small)|undefined/i;

test('no request, however odd, is answered as our fault or in other words than ours', {
  timeout: 900_000,
}, async () => {
  const [faults, foreign]: [string[], Set<string>] = [[], new Set()];
  const answers: Record<string, number> = {};
  for await (const { probe: one, answer } of probe(app, sampled(probes(registry as readonly Resource[])))) {
    const { status, body } = answer;
    answers[status] = (answers[status] ?? 0) + 1;
    if (status >= 500) faults.push(`${status} ${one.path} ${one.what}`);
    if (status !== 400) continue;
    const sentences = (body.data?.fields ?? []).map(({ message }: { message: string }) => message);
    for (const said of [body.msg ?? body.error_description, ...sentences])
      if (!said || NOT_OURS.test(said)) foreign.add(`${one.path} ${one.what}: ${said}`);
  }
  if (IS_WHOLE) console.log('answers by status', answers);
  expect({ faults, foreign: [...foreign] }).toEqual({ faults: [], foreign: [] });
});
