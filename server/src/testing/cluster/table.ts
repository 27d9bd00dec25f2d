import { type Attempt, noticed } from './calls.ts';
import type { Happened } from './events.ts';

const HEAD = ['event', 'calls', 'repeated', 'failed', 'seconds without a write', 'seconds until recovered'];

/** Returns what the callers noticed of the events as a table of Markdown with aligned columns. Calls under way count as failed. */
export function eventsTable(events: readonly Happened[], calls: readonly Attempt[]): string {
  const rows = events.map(({ name, from, recovered, to }) => {
    const { calls: count, repeated, failed, secondsWithout } = noticed(calls, from, to);
    const seconds = [secondsWithout.toFixed(1), ((recovered - from) / 1000).toFixed(0)];
    return [name, String(count), String(repeated), String(failed), ...seconds];
  });
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(HEAD), rule, ...rows.map(line)].join('\n');
}
