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
