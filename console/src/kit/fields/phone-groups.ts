import formats from 'virtual:phone-formats';

/**
 * A whole number (`+` and digits) as its country groups it. One that fits none of the country's formats has its calling
 * code set apart; one that begins with no calling code stays as it is.
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
