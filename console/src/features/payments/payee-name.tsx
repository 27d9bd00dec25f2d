import { Nothing } from '../../kit/fields/status.tsx';

/** An address is as long as this or longer and has no spaces; names of banks have. */
const ADDRESS = /^\S{24,}$/;
const [FIRST, LAST] = [6, 4];

/** Shortens an address to its first and last characters, which people compare; other names stay whole. */
export const shortPayee = (name: string): string =>
  ADDRESS.test(name) ? `${name.slice(0, FIRST)}…${name.slice(-LAST)}` : name;

/** The payee of a withdrawal in a list; the whole address is its tooltip. */
export function PayeeName({ name }: { name: string | null }) {
  if (name === null) return <Nothing />;
  return <span title={name}>{shortPayee(name)}</span>;
}
