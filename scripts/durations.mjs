// How long test files took: printed after each run, and recorded so that the next run begins with the longest.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const RECORDED = fileURLToPath(new URL('durations.json', import.meta.url));
/** Files below this many seconds are not recorded: their order does not matter. */
const RECORDED_SECONDS = 2;

/** The rows that `durations-reporter.mjs` wrote; none when the run did not come to write them. */
export function readDurations(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** A line a project: files, seconds of all its workers together, and the processor seconds of those in Node. Longest first. */
export function projectLines(rows) {
  const projects = new Set(rows.map(({ project }) => project));
  return [...projects]
    .map((project) => ({ project, files: rows.filter((row) => row.project === project) }))
    .map(({ project, files }) => ({ project, files, seconds: sumOf(files.map(({ seconds }) => seconds)) }))
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ project, files, seconds }) => {
      const isMeasured = files.some(({ processorSeconds }) => processorSeconds !== undefined);
      const processor = sumOf(files.map(({ processorSeconds = 0 }) => processorSeconds));
      const more = isMeasured ? `, ${processor.toFixed(0)} s of them on the processor` : '';
      return `${seconds.toFixed(0).padStart(6)} s  ${project} (${files.length} files${more})`;
    });
}

/** The files that took longest, a line each, longest first. */
export const slowestFiles = (rows, count) => linesOf(rows, count, ({ seconds }) => seconds);

/** The files that waited longest for a clock, the database or a browser. */
export const longestWaits = (rows, count) =>
  linesOf(
    rows.filter(({ processorSeconds }) => processorSeconds !== undefined),
    count,
    ({ seconds, processorSeconds }) => seconds - processorSeconds,
  );

/** Writes the seconds of each file of a whole run into the repository. */
export function recordDurations(rows) {
  const kept = rows.filter(({ seconds }) => seconds >= RECORDED_SECONDS);
  const named = kept.map(({ file, seconds }) => [file, Math.round(seconds)]).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(named), null, 2)}\n`);
}

const linesOf = (rows, count, measure) =>
  rows
    .map((row) => ({ file: row.file, seconds: measure(row) }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
