import { lookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import ipaddr from 'ipaddr.js';

export const outboundErrors = defineErrors({
  ENDPOINT_PRIVATE: {
    status: 400,
    zh: '“{host}”是内网地址，系统设置 PRIVATE_ENDPOINTS 未允许访问',
    en: '“{host}” is an address of a private network, which the setting PRIVATE_ENDPOINTS does not allow',
  },
  ENDPOINT_ADDRESS: {
    status: 400,
    zh: '“{address}”不是有效的服务地址',
    en: '“{address}” is not the address of a service',
  },
});

/** Whether an IP address is one of the open internet: not this machine, its network, or what is reserved. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is written as IPv6 is judged as what it is.
  return ipaddr.process(address).range() === 'unicast';
}

/** How the program calls services whose address somebody typed: never into a private network, unless the operator says so. */
export interface Outbound {
  /** @throws ENDPOINT_ADDRESS, ENDPOINT_PRIVATE; a name is judged again by what it resolves to at each connection */
  check(address: string): URL;
  readonly agents: { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent };
  close(): void;
}

export function createOutbound(allowPrivate: boolean): Outbound {
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
  return {
    agents,
    check(address) {
      if (!URL.canParse(address)) throw outboundErrors.ENDPOINT_ADDRESS({ address: address.slice(0, 100) });
      const url = new URL(address);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (!/^https?:$/.test(url.protocol)) throw outboundErrors.ENDPOINT_ADDRESS({ address: address.slice(0, 100) });
      const isInside = isIP(host) ? !isPublic(host) : /^localhost$|\.localhost$|\.internal$/i.test(host);
      if (isInside && !allowPrivate) throw outboundErrors.ENDPOINT_PRIVATE({ host });
      return url;
    },
    close() {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}
