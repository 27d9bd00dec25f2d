import ipaddr from 'ipaddr.js';

/** Returns the network of an address: an IPv4 address, or the 64 bits of IPv6 that one customer gets. Other text stays unchanged. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known instanceof ipaddr.IPv6
    ? `${known.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : known.toString();
}

/** Returns the prefix of an address that many customers share: 24 bits of IPv4, 48 of IPv6, as `203.0.113.0/24`. Other text becomes empty. */
export function prefixOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const known = ipaddr.process(address);
  return known instanceof ipaddr.IPv6
    ? `${known.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')}::/48`
    : `${known.octets.slice(0, 3).join('.')}.0/24`;
}
