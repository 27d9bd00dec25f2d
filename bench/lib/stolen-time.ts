import { readFileSync } from 'node:fs';

/** Linux counts the time of a processor in hundredths of a second. */
const TICK_MILLIS = 10;
/** Which of the numbers in the first line of /proc/stat it is, its name being the first (proc_stat(5), “steal”). */
const STEAL = 8;

/**
 * Milliseconds that the host of this virtual machine has given its processors to others, since the start and over all
 * processors. 0 if unknown.
 */
export function stolenMillis(): number {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return Number(first.split(/\s+/)[STEAL] ?? 0) * TICK_MILLIS;
  } catch {
    return 0;
  }
}
