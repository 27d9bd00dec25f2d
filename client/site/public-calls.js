/**
 * A client of the public calls for a company's own site: see docs/public-calls.md. It runs in a browser as it is, without a build, on https or
 * localhost (WebCrypto).
 */

const bytesOf = (text) => new TextEncoder().encode(text);
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const sha256 = (bytes) => crypto.subtle.digest('SHA-256', bytes);
const base64Url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Codes after which a new key, or the server's time, makes the same request succeed. */
const ONCE_MORE = new Set(['SIGN_INVALID', 'SIGN_TIMESTAMP']);

/** Returns a client of the server at an address; `tenantId` may be empty. */
export function publicCalls({ server, tenantId = '', lang = 'en' }) {
  /** A promise, so that calls at the same time share a key. */
  let known;
  let offset = 0;

  const common = () => ({ lang, ...(tenantId ? { 'Tenant-Id': tenantId } : {}) });
  const newKey = async () => {
    const answer = await fetch(`${server}/api/app/timestamp`, { method: 'POST', headers: common() });
    const { code, data, msg } = await answer.json();
    if (code !== 200) throw new Error(msg);
    offset = data.timestamp - Date.now();
    return { ...data, until: Date.now() + (data.expiresIn - 30) * 1000 };
  };
  const keyInForce = async () => {
    known ??= newKey();
    try {
      const key = await known;
      if (key.until > Date.now()) return key;
    } catch (error) {
      known = undefined;
      throw error;
    }
    known = newKey();
    return known;
  };
  const signed = async (key, address, body) => {
    const [path, query = ''] = address.split('?', 2);
    const sorted = new URLSearchParams(query);
    sorted.sort();
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
    const timestamp = String(Date.now() + offset);
    const digest = hex(await sha256(bytesOf(body)));
    const text = ['POST', path, sorted.toString(), timestamp, nonce, digest, tenantId].join('\n');
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const secret = await crypto.subtle.importKey('raw', bytesOf(key.signKey), algorithm, false, ['sign']);
    const mac = base64Url(await crypto.subtle.sign('HMAC', secret, bytesOf(text)));
    return { nonce, timestamp, signature: `v2:${key.keyId}:${mac}` };
  };

  /** Makes a signed call; after an expired key or a wrong clock once more. @returns the data; throws the server's sentence */
  const call = async (address, input, isRepeated = false) => {
    const key = await keyInForce();
    const body = input === undefined ? '' : JSON.stringify(input);
    const answer = await fetch(server + address, {
      method: 'POST',
      headers: {
        ...common(),
        ...(await signed(key, address, body)),
        ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
    });
    const { code, data, msg, bizCode } = await answer.json();
    if (code === 200) return data;
    if (!ONCE_MORE.has(bizCode) || isRepeated) throw new Error(msg);
    known = undefined;
    return call(address, input, true);
  };

  return {
    recordVisit: (visit) => call('/api/statistics/websiteSource/add', visit),
    products: (businessType) => call(`/api/product${businessType ? `?businessType=${businessType}` : ''}`),
    /** `password` as typed: only its hash is sent. */
    register: async ({ password, ...form }) => {
      const { key: captchaKey, challenge } = await (
        await fetch(`${server}/api/auth/oauth/captcha`, { headers: common() })
      ).json();
      return call('/api/register', {
        ...form,
        password: hex(await sha256(bytesOf(password))),
        // A server for trying out asks for no work.
        ...(challenge ? { captchaKey, captchaCode: await solved(challenge) } : {}),
      });
    },
  };
}

const TRIALS_AT_ONCE = 64;

/** Returns the proof of work for an ALTCHA challenge: the number whose repeated hash begins as asked. */
async function solved(challenge) {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const head = [...fromHex(salt), ...fromHex(nonce)];
  const derived = async (counter) => {
    const last = new DataView(new ArrayBuffer(4));
    last.setUint32(0, counter);
    let result = await sha256(Uint8Array.from([...head, ...new Uint8Array(last.buffer)]));
    for (let round = 1; round < cost; round += 1) result = await sha256(result);
    return hex(result.slice(0, keyLength));
  };
  const start = performance.now();
  for (let first = 0; ; first += TRIALS_AT_ONCE) {
    const trials = await Promise.all(Array.from({ length: TRIALS_AT_ONCE }, (_, index) => derived(first + index)));
    const found = trials.findIndex((key) => key.startsWith(keyPrefix.toLowerCase()));
    if (found < 0) continue;
    const time = Math.round(performance.now() - start);
    const solution = { counter: first + found, derivedKey: trials[found], time };
    return btoa(JSON.stringify({ challenge, solution }));
  }
}

const stored = (storage, name) => {
  const known = storage.getItem(name);
  const id = known ?? hex(crypto.getRandomValues(new Uint8Array(16)));
  storage.setItem(name, id);
  return { id, isNew: known === null };
};

/** Returns the facts of this page view, with random ids that stay in the browser. */
export function visitOf(siteCode) {
  const visitor = stored(localStorage, 'visitorId');
  const query = new URLSearchParams(location.search);
  const facts = {
    siteCode,
    visitorId: visitor.id,
    sessionId: stored(sessionStorage, 'sessionId').id,
    isNew: visitor.isNew,
    landingPath: location.pathname,
    referrerHost:
      document.referrer && new URL(document.referrer).host !== location.host ? document.referrer : undefined,
    utmSource: query.get('utm_source') ?? undefined,
    utmMedium: query.get('utm_medium') ?? undefined,
    utmCampaign: query.get('utm_campaign') ?? undefined,
    utmTerm: query.get('utm_term') ?? undefined,
    utmContent: query.get('utm_content') ?? undefined,
    inviteCode: query.get('invite') ?? undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Whether the visitor asked not to be tracked: then nothing is sent at all. */
export const wantsNoTracking = () => navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true;
