import { lookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import ipaddr from 'ipaddr.js';

export const outboundErrors = defineErrors({
  ENDPOINT_PRIVATE: {
    status: 400,
    zh: '“{host}”是内网地址，系统设置 PRIVATE_ENDPOINTS 未允许访问',
    en: '“{host}” is a private network address, which PRIVATE_ENDPOINTS does not allow',
  },
  ENDPOINT_NOT_LISTED: {
    status: 400,
    zh: '“{host}”不在系统设置 OUTBOUND_HOSTS 允许的主机之列',
    en: '“{host}” is not among the hosts allowed by OUTBOUND_HOSTS',
  },
  ENDPOINT_PLAIN: {
    status: 400,
    zh: '“{host}”未使用加密连接，系统设置 OUTBOUND_TLS 要求加密',
    en: '“{host}” is called without TLS, which the setting OUTBOUND_TLS demands',
  },
  ENDPOINT_ADDRESS: {
    status: 400,
    zh: '“{address}”不是有效的服务地址',
    en: '“{address}” is not the address of a service',
  },
  ENDPOINT_SILENT: {
    status: 503,
    zh: '“{host}”在 {seconds} 秒内没有应答',
    en: '“{host}” did not answer within {seconds} seconds',
  },
  ENDPOINT_ANSWER: {
    status: 503,
    zh: '“{host}”的应答过大',
    en: '“{host}” answered more than it may',
  },
});

/** Errors of requests whose connection was never open. */
const unopened = new WeakSet<object>();

/** Codes of errors from before anything could be sent: the connection, its certificate, or a rule of the operator. */
const BEFORE_SENDING: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ENDPOINT_ADDRESS',
  'ENDPOINT_NOT_LISTED',
  'ENDPOINT_PLAIN',
  'ENDPOINT_PRIVATE',
]);

/** Whether the service certainly received nothing of a request that failed with this error: a repetition is safe. */
export const wasNotSent = (error: unknown): boolean =>
  BEFORE_SENDING.has((error as { code?: unknown } | null)?.code) ||
  (typeof error === 'object' && error !== null && unopened.has(error));

const WEB = ['http:', 'https:'] as const;
const ENCRYPTED: readonly string[] = ['https:', 'smpps:', 'smtps:', 'postgresqls:', 'mysqls:'];
const REQUEST_MILLIS = 15_000;
const ANSWER_BYTES = 1024 * 1024;

interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange; default: 15 s. */
  readonly timeoutMillis?: number;
  /** Longest answer; default: 1 MB. */
  readonly answerBytes?: number;
  /** Whether a longer answer is cut off instead of being refused. */
  readonly isCut?: boolean;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Whether an IP address is public: not this machine, its network, or a reserved range. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in IPv6 notation is treated as IPv4.
  return ipaddr.process(address).range() === 'unicast';
}

/** The operator's rules about services that may be called. */
export interface OutboundRules {
  /** Whether they may have addresses of private networks. */
  readonly allowPrivate: boolean;
  /** The only hosts there are, in small letters, `*.` standing for all below a name; null for any. */
  readonly hosts?: readonly string[] | null;
  /** Whether they are called over TLS alone. */
  readonly demandTls?: boolean;
}

/** Calls services whose addresses users entered: never in a private network, unless the operator allows it. */
export interface Outbound {
  /**
   * @param protocols allowed protocols of the address; default: `http:` and `https:`
   * @throws ENDPOINT_ADDRESS, ENDPOINT_NOT_LISTED, ENDPOINT_PLAIN, ENDPOINT_PRIVATE; each connection checks the
   * resolved address again
   */
  check(address: string, protocols?: readonly string[]): URL;
  /**
   * Sends an HTTP request to a service; a redirect is returned.
   * @throws the errors of `check`, ENDPOINT_SILENT, ENDPOINT_ANSWER, and the error of the connection
   */
  request(address: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Resolves a name for connections that are not HTTP, under the same rule; addresses have to be checked first. */
  readonly lookup: LookupFunction;
  readonly agents: { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent };
  close(): void;
}

const isListed = (hosts: readonly string[], host: string): boolean =>
  hosts.some((listed) => (listed.startsWith('*.') ? host.endsWith(listed.slice(1)) : host === listed));

export function createOutbound({ allowPrivate, hosts = null, demandTls = false }: OutboundRules): Outbound {
  // Judged where the connection is made: a name that was asked before may resolve to something else by then.
  const guarded: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const hidden = allowPrivate ? undefined : found.find(({ address }) => !isPublic(address));
      if (hidden || found.length === 0) return done(outboundErrors.ENDPOINT_PRIVATE({ host }), '', 0);
      return options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family);
    });
  const options = { keepAlive: true, lookup: guarded, timeout: 30_000, maxSockets: 50 };
  const agents = { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
  const check = (address: string, protocols: readonly string[] = WEB): URL => {
    if (!URL.canParse(address)) throw outboundErrors.ENDPOINT_ADDRESS({ address: address.slice(0, 100) });
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!protocols.includes(url.protocol) || host === '')
      throw outboundErrors.ENDPOINT_ADDRESS({ address: address.slice(0, 100) });
    if (hosts !== null && !isListed(hosts, host.toLowerCase())) throw outboundErrors.ENDPOINT_NOT_LISTED({ host });
    if (demandTls && !ENCRYPTED.includes(url.protocol)) throw outboundErrors.ENDPOINT_PLAIN({ host });
    const isInside = isIP(host) ? !isPublic(host) : /^localhost$|\.localhost$|\.internal$/i.test(host);
    if (isInside && !allowPrivate) throw outboundErrors.ENDPOINT_PRIVATE({ host });
    return url;
  };
  return {
    agents,
    check,
    lookup: guarded,
    async request(
      address,
      { method, headers = {}, body = '', timeoutMillis = REQUEST_MILLIS, answerBytes = ANSWER_BYTES, isCut = false },
    ) {
      const url = check(address);
      const isSecure = url.protocol === 'https:';
      const silent = AbortSignal.timeout(timeoutMillis);
      const sent = (isSecure ? httpsRequest : httpRequest)(url, {
        method,
        agent: isSecure ? agents.httpsAgent : agents.httpAgent,
        headers: { ...headers, ...(method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}) },
        signal: silent,
      });
      let isOpen = false;
      sent.on('socket', (socket: Socket & { readonly secureConnecting?: boolean }) => {
        isOpen = !socket.connecting && socket.secureConnecting !== true;
        if (!isOpen)
          socket.once(isSecure ? 'secureConnect' : 'connect', () => {
            isOpen = true;
          });
      });
      try {
        return await new Promise((resolve, reject) => {
          sent.on('error', reject);
          sent.on('response', (response) => {
            const parts: Buffer[] = [];
            let size = 0;
            response.on('error', reject);
            const answered = () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: Buffer.concat(parts).subarray(0, answerBytes).toString('utf8'),
              });
            response.on('data', (part: Buffer) => {
              size += part.length;
              parts.push(part);
              if (size <= answerBytes) return;
              if (isCut) answered();
              sent.destroy(outboundErrors.ENDPOINT_ANSWER({ host: url.host }));
            });
            response.on('end', answered);
          });
          sent.end(method === 'POST' ? body : undefined);
        });
      } catch (cause) {
        const error = silent.aborted
          ? outboundErrors.ENDPOINT_SILENT({ host: url.host, seconds: Math.ceil(timeoutMillis / 1000) })
          : cause;
        if (!isOpen && typeof error === 'object' && error !== null) unopened.add(error);
        throw error;
      }
    },
    close() {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}
