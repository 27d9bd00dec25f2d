import formats from 'virtual:phone-formats';

/**
 * Returns a whole number (`+` and digits) grouped as in its country. A number in no known format is separated from its
 * calling code; one without a calling code stays unchanged.
 */
export function groupedPhone(international: string): string {
  // No calling code is the beginning of another.
  for (const length of [2, 3, 4]) {
    const plan = formats[international.slice(1, length)];
    if (!plan) continue;
    const national = international.slice(length);
    const format = plan.find(([whole]) => whole.test(national));
    return `${international.slice(0, length)} ${format ? national.replace(...format) : national}`;
  }
  return international;
}
