import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { z } from 'zod';
import type { App } from '../../../kernel/app/index.ts';
import { wasNotSent } from '../../../kernel/outbound/index.ts';
import { jsonOf, type SignedClient, signedClient } from '../../../kernel/outbound/signed.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import { callbackPath } from './callbacks.ts';
import { type CheckAdapter, type CheckAnswer, type CheckBatch, type CheckFinding, NotSent } from './ports.ts';
import type { ProviderRow } from './tables.ts';

const DEFAULT_PAUSE_MILLIS = 5000;
const LONGEST_PAUSE_SECONDS = 3600;
const TOO_MANY = 429;
const NOT_FOUND = 404;
const SAID_MAX = 255;
/** Results of the largest batch, with some space. */
const ANSWER_BYTES = 4 * 1024 * 1024;

const finding = z.object({
  number: z.string().regex(/^\+?\d{7,15}$/),
  verdict: z.preprocess(
    (given) => (typeof given === 'string' ? given.toLowerCase() : given),
    z.enum(['alive', 'silent', 'risk', 'vacant', 'suspended', 'absent', 'unknown']),
  ),
  registered: z.boolean().nullish(),
  business: z.boolean().nullish(),
  activeDays: z.number().int().min(0).max(10_000).nullish(),
  carrier: z.string().max(64).nullish(),
  ported: z.boolean().nullish(),
});
const said = z.union([
  z.object({ state: z.literal('answered'), results: z.array(z.unknown()).max(100_000) }),
  z.object({
    state: z.literal('accepted'),
    id: z.string().min(1).max(128),
    afterSeconds: z.number().min(0).max(LONGEST_PAUSE_SECONDS).optional(),
  }),
  z.object({ state: z.literal('refused'), error: z.string() }),
  z.object({ state: z.literal('unknown') }),
]);

/**
 * A service with our protocol for number checks, described in docs/operations/providers.md. A batch is posted to
 * `/batches`, its results are read at `/batches/<their id>` or `/batches?reference=<ours>`, and `/health` answers 200.
 * Requests carry `X-Key`, `X-Time` (Unix seconds) and `X-Signature`: HMAC-SHA256 (hex) over time, method, path and body, joined
 * by line feeds.
 */
export function httpChecks({ outbound, secrets }: Pick<App, 'outbound' | 'secrets'>, row: ProviderRow): CheckAdapter {
  // Keys are opened with each request: one that cannot be read fails its own exchange only.
  const request: SignedClient = async (...given) => {
    const send = signedClient(outbound, {
      endpoint: row.endpoint,
      key: openSecretOf(secrets, provider, row, 'apiKey'),
      secret: openSecretOf(secrets, provider, row, 'secretKey'),
      timeoutMillis: row.timeoutMs,
      answerBytes: ANSWER_BYTES,
    });
    return send(...given).catch((error: unknown) => {
      throw wasNotSent(error) ? new NotSent(messageOf(error), { cause: error }) : error;
    });
  };
  const asked = async (method: 'GET' | 'POST', path: string, body?: string): Promise<CheckAnswer> => {
    const { status, headers, body: text } = await request(method, path, body);
    if (status === TOO_MANY) return { state: 'throttled', afterMillis: retryAfterMillis(headers['retry-after']) };
    const answer = answerOf(jsonOf(text));
    // An unknown reference comes with 404; any other 404 may be a proxy's.
    if (!answer || status >= 500 || (answer.state === 'unknown' && status !== NOT_FOUND))
      throw new Error(`HTTP ${status}`);
    return answer;
  };
  const callback =
    row.callbackOrigin === null ? undefined : `${row.callbackOrigin}${callbackPath(provider.name, row.id)}`;
  return {
    submit: (batch) => asked('POST', '/batches', bodyOf(batch, callback)),
    collect: (_batch, vendorReference) => asked('GET', `/batches/${encodeURIComponent(vendorReference)}`),
    ask: ({ reference }) => asked('GET', `/batches?reference=${encodeURIComponent(reference)}`),
    probe: async () => {
      const { status } = await request('GET', '/health');
      if (status !== 200) throw new Error(`HTTP ${status}`);
    },
  };
}

/** Reads an answer of the protocol; undefined for anything else. */
function answerOf(given: unknown): CheckAnswer | undefined {
  const { data } = said.safeParse(given);
  switch (data?.state) {
    case 'answered':
      return { state: 'answered', findings: data.results.map(findingOf) };
    case 'refused':
      return { state: 'refused', error: data.error.slice(0, SAID_MAX) };
    case 'accepted': {
      const { id, afterSeconds } = data;
      const afterMillis = afterSeconds === undefined ? DEFAULT_PAUSE_MILLIS : afterSeconds * 1000;
      return { state: 'accepted', vendorReference: id, afterMillis };
    }
    default:
      return data;
  }
}

/** Reads a callback: an answer with results, or a refusal, and our reference; undefined for anything else. */
export function readCallback(body: string): { reference: string; answer: CheckAnswer } | undefined {
  const given = jsonOf(body);
  const { data } = z.object({ reference: z.uuid() }).safeParse(given);
  const answer = answerOf(given);
  if (!data || (answer?.state !== 'answered' && answer?.state !== 'refused')) return undefined;
  return { reference: data.reference, answer };
}

const bodyOf = ({ reference, capability, activePeriod, numbers }: CheckBatch, callback: string | undefined): string =>
  JSON.stringify({ reference, capability, activePeriod, callback, numbers: numbers.map((e164) => `+${e164}`) });

/** A line that cannot be read is about no number: it is counted with the numbers that were not asked about. */
function findingOf(given: unknown): CheckFinding {
  const { data } = finding.safeParse(given);
  if (!data) return { e164: 0n, verdict: 'unknown' };
  const { number, ...rest } = data;
  return { e164: BigInt(number.replace('+', '')), ...(rest as Omit<CheckFinding, 'e164'>) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function retryAfterMillis(header: string | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000
    : DEFAULT_PAUSE_MILLIS;
}
