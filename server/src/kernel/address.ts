import ipaddr from 'ipaddr.js';

/**
 * What counts as one place on the network: an IPv4 address, and of IPv6 the 64 bits that a single customer is given to
 * choose addresses from. A text that is no address stands for itself.
 */
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
