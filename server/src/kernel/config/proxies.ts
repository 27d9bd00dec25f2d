import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Trusted forwarding headers: none, those of a number of proxies in a row, or those of proxies in these networks. */
export type TrustedProxies = false | number | readonly string[];

const HOPS_MAX = 10;

/** `0`, a number of hops, or addresses and networks (`10.0.0.0/8`, `fd00::/8`, `loopback`) separated by commas. */
export function readTrustedProxies(value: string): TrustedProxies | undefined {
  if (/^(0|off|false|no)$/i.test(value)) return false;
  if (/^\d+$/.test(value)) return Number(value) <= HOPS_MAX ? Number(value) : undefined;
  const networks = value.split(/[\s,]+/).filter((network) => network !== '');
  try {
    proxyAddr.compile(networks);
    return networks;
  } catch {
    return undefined;
  }
}

export type Trust = (address: string, hop: number) => boolean;

/** Decides whether to trust the forwarding headers of the machine at this address; the nearest one is hop 0. */
export function trustOf(proxies: TrustedProxies): Trust {
  if (proxies === false) return () => false;
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

/** Returns the caller's address: the nearest one that is not a trusted proxy. */
export const addressOf = (request: IncomingMessage, trust: Trust): string => proxyAddr(request, trust);
