import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { z } from 'zod';
import type { App } from '../../kernel/app/index.ts';
import { wasNotSent } from '../../kernel/outbound/index.ts';
import { signatureOf } from '../../kernel/outbound/signature.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';
import { type CheckAdapter, type CheckAnswer, type CheckBatch, type CheckFinding, NotSent } from './ports.ts';
import type { ProviderRow } from './tables.ts';

const DEFAULT_PAUSE_MILLIS = 5000;
const LONGEST_PAUSE_SECONDS = 3600;
const TOO_MANY = 429;
const NOT_FOUND = 404;
const SAID_MAX = 255;

const finding = z.object({
  number: z.string().regex(/^\+?\d{7,15}$/),
  verdict: z.enum(['alive', 'silent', 'risk', 'vacant', 'suspended', 'absent', 'unknown']),
  registered: z.boolean().nullish(),
  business: z.boolean().nullish(),
  activeDays: z.number().int().min(0).max(10_000).nullish(),
  carrier: z.string().max(64).nullish(),
  ported: z.boolean().nullish(),
});
const said = z.union([
  z.object({ state: z.literal('answered'), results: z.array(finding).max(100_000) }),
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
  const base = row.endpoint.replace(/\/+$/, '');
  const request = async (method: 'GET' | 'POST', path: string, body = '') => {
    const time = Math.floor(Date.now() / 1000).toString();
    try {
      return await outbound.request(`${base}${path}`, {
        method,
        body,
        timeoutMillis: row.timeoutMs,
        headers: {
          'X-Key': openSecretOf(secrets, provider, row, 'apiKey'),
          'X-Time': time,
          'X-Signature': signatureOf(openSecretOf(secrets, provider, row, 'secretKey'), [time, method, path, body]),
          Accept: 'application/json',
          ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        },
      });
    } catch (error) {
      throw wasNotSent(error) ? new NotSent(messageOf(error), { cause: error }) : error;
    }
  };
  const asked = async (method: 'GET' | 'POST', path: string, body?: string): Promise<CheckAnswer> => {
    const { status, headers, body: text } = await request(method, path, body);
    if (status === TOO_MANY) return { state: 'throttled', afterMillis: retryAfterMillis(headers['retry-after']) };
    const answer = said.safeParse(jsonOf(text));
    if (!answer.success) throw new Error(`HTTP ${status}`);
    const { data } = answer;
    // Any other 404 may be a proxy's.
    if (data.state === 'unknown') {
      if (status !== NOT_FOUND) throw new Error(`HTTP ${status}`);
      return data;
    }
    if (data.state === 'refused') return { state: 'refused', error: data.error.slice(0, SAID_MAX) };
    if (data.state === 'answered') return { state: 'answered', findings: data.results.map(findingOf) };
    const { id, afterSeconds } = data;
    return {
      state: 'accepted',
      vendorReference: id,
      afterMillis: afterSeconds === undefined ? DEFAULT_PAUSE_MILLIS : afterSeconds * 1000,
    };
  };
  return {
    submit: (batch) => asked('POST', '/batches', bodyOf(batch)),
    collect: (_batch, vendorReference) => asked('GET', `/batches/${encodeURIComponent(vendorReference)}`),
    ask: ({ reference }) => asked('GET', `/batches?reference=${encodeURIComponent(reference)}`),
    probe: async () => {
      const { status } = await request('GET', '/health');
      if (status !== 200) throw new Error(`HTTP ${status}`);
    },
  };
}

const bodyOf = ({ reference, capability, activePeriod, numbers }: CheckBatch): string =>
  JSON.stringify({ reference, capability, activePeriod, numbers: numbers.map((e164) => `+${e164}`) });

const findingOf = ({ number, ...rest }: z.infer<typeof finding>): CheckFinding => ({
  e164: BigInt(number.replace('+', '')),
  ...(rest as Omit<CheckFinding, 'e164'>),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function retryAfterMillis(header: string | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000
    : DEFAULT_PAUSE_MILLIS;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
