import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { type CallExamples, callExamples } from '../testing/call-examples.ts';
import { chooseRequests, guessedInput, type Input, type OddRequest, oddRequests } from '../testing/fuzz-requests.ts';
import { type RegisteredCall, registeredCalls } from '../testing/registry-calls.ts';

/**
 * `npm run fuzz` sends every value to every parameter; the suite sends a part whose size does not depend on the
 * registry.
 */
const EVERY = process.env['FUZZ'] === 'every';
/** With 400 calls every parameter gets some of these requests. */
const REQUESTS = 12_500;
/**
 * The same part every time, so that a failure belongs to the change that caused it; another seed chooses another part.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const calls = registeredCalls.filter(({ path }) => path.startsWith(process.env['FUZZ_CALLS'] ?? ''));

let product: TestApp;
let examples: CallExamples;
/** Makes the calls without an example, which may end the session or change the caller's own password. */
let caller: TestUser;
/** The id of a row of each resource. */
const ids = new Map<string, string>();

beforeAll(async () => {
  product = await testApp({ SANDBOX: '1' });
  examples = callExamples(product, await product.agent({ money: parseMoney('100000'), name: 'North' }));
  caller = await product.staff('administrator');
  for (const [path, example] of Object.entries(examples)) {
    if (/^auth\/(session|lock)\//.test(path)) continue;
    const { who = product.admin, body, headers } = await example();
    await who.post(path, body, headers);
  }
  for (const { path, name, resource } of registeredCalls) {
    if (name !== 'list' && name !== 'page') continue;
    const { data } = (await product.admin.get(path)).body;
    const [row] = Array.isArray(data) ? data : (data?.records ?? []);
    if (row?.id) ids.set(resource.name, row.id);
  }
});
afterAll(() => product.close());

interface Sample {
  readonly input: Input;
  readonly who: TestUser;
}

/** Returns a valid input of a call with its rows; without an example, an input generated from its rules. */
async function sampleFor({ path, call, resource }: RegisteredCall): Promise<Sample> {
  // Users may write twenty messages per minute; the test is faster.
  if (path.startsWith('message/'))
    await product.db.pool.query("update msg_message set create_time = create_time - interval '1 minute'");
  // A generated id could reset the caller's own password.
  if (path === 'system/user/reset-password')
    return { input: { userIds: String((await product.staff('support')).id) }, who: caller };
  const example = await examples[path]?.();
  if (example) return { input: example.fields ?? (example.body as Input), who: example.who ?? product.admin };
  const input = guessedInput(call);
  const id = ids.get(resource.name);
  return { input: id && 'id' in input ? { ...input, id } : input, who: caller };
}

interface OddAnswer {
  readonly status: number;
  readonly body: Record<string, unknown> | undefined;
}

let arrivals = 0;
async function send(odd: OddRequest, { input, who }: Sample): Promise<OddAnswer> {
  const request = odd.from(input);
  const { statusCode, headers, payload } = await product.server.inject({
    ...request,
    headers: { token: `bearer ${who.token}`, ...request.headers },
    remoteAddress: `198.51.100.${arrivals % 255}`,
  });
  return {
    status: statusCode,
    body: String(headers['content-type']).includes('json') ? JSON.parse(payload) : undefined,
  };
}

/** Messages of the schema library, in either language. */
const NOT_OURS = /无效输入|期望|实际接收|数值过[大小]|invalid (input|option)|expected \w+|too (big|small)|undefined/i;

/** Returns the fault of an answer, whatever the request was. */
function faultOf({ status, body }: OddAnswer, { call }: RegisteredCall): string | undefined {
  if (status >= 500) return `answers ${status}`;
  if (status < 400 && call.answer !== 'envelope') return undefined;
  if (!body) return `answers ${status} without an envelope`;
  const isBare = call.answer === 'bare' && 'error_code' in body;
  if (!isBare && ['code', 'success', 'data', 'msg', 'traceId'].some((name) => !Object.hasOwn(body, name)))
    return `answers ${status} in another envelope: ${Object.keys(body)}`;
  if (status !== 400) return undefined;
  const { fields = [] } = (body['data'] ?? {}) as { fields?: { message: string }[] };
  const sentences = [body['msg'] ?? body['error_description'], ...fields.map(({ message }) => message)];
  const foreign = sentences.find((said) => typeof said !== 'string' || said === '' || NOT_OURS.test(said));
  return foreign === undefined ? undefined : `says ${JSON.stringify(foreign)}`;
}

const failures = async () => {
  await product.app.audit.flush();
  const { rows } = await product.db.pool.query(
    "select request_uri, exception_name, message from log_error where service_id <> 'trade-assistant-console' order by id",
  );
  return { rows, dropped: product.app.audit.dropped };
};

it('no request gets a server error, an answer outside the envelope or a foreign error message', {
  timeout: 3_600_000,
}, async () => {
  const before = await failures();
  const faults = new Set<string>();
  const refusedSamples: string[] = [];
  let count = 0;
  const chosen = EVERY ? undefined : Map.groupBy(chooseRequests(calls, REQUESTS, SEED), ({ one }) => one);
  for (const call of calls) {
    let sample = await sampleFor(call);
    for (const odd of chosen?.get(call)?.map((one) => one.odd) ?? oddRequests(call, EVERY)) {
      let answer = await send(odd, sample).catch((cause: unknown) => {
        throw new Error(`${call.path} ${odd.what}`, { cause });
      });
      if ([401, 423, 429].includes(answer.status)) {
        arrivals += 1;
        sample = { ...sample, who: await product.enter(sample.who.row) };
        answer = await send(odd, sample);
      }
      count += 1;
      const fault = faultOf(answer, call);
      if (fault) faults.add(`${call.path} ${odd.what}: ${fault}`);
      if (odd.what.endsWith('sample') && call.path in examples && answer.status !== 200)
        refusedSamples.push(`${call.path}: ${answer.status} ${answer.body?.['msg']}`);
      // The action is done: the next request needs a new row. An update can be repeated.
      const isRepeatable = call.call.standard === 'update' || !call.call.methods.includes('POST');
      if (answer.status === 200 && call.path in examples && !isRepeatable) sample = await sampleFor(call);
    }
  }
  if (EVERY) console.log(`${count} requests`);
  expect({ faults: [...faults], refusedSamples, seed: SEED }).toEqual({ faults: [], refusedSamples: [], seed: SEED });
  expect(await failures()).toEqual(before);
  expect(count).toBeGreaterThan(calls.length * 10);
});

it('requests cover every call, parameter and value; their number is independent of the calls', () => {
  const every = registeredCalls.flatMap((call) => [...oddRequests(call, false)]);
  const chosen = chooseRequests(registeredCalls, REQUESTS, SEED);
  const coveredBy = (requests: readonly OddRequest[]) => new Set(requests.flatMap(({ covers }) => covers));
  const missed = coveredBy(every).difference(coveredBy(chosen.map(({ odd }) => odd)));
  expect([...missed]).toEqual([]);
  expect(chosen).toHaveLength(REQUESTS);
  const asked = (method: string) =>
    new Set(chosen.filter(({ odd }) => odd.what === `${method} sample`).map(({ one }) => one));
  expect(asked('GET').union(asked('POST')).size).toBe(registeredCalls.length);
});
