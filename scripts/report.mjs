import { readFileSync } from 'node:fs';

/** So many files may have stumbled over the machine; more than that have stumbled over the product. */
const REPEATED_MAX = 2;

/** Vitest's report as JSON; undefined when the run did not come to write it. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Numbers of passed and failed tests. A file that broke outside of its tests counts as one failure. */
export function countsOf(report) {
  if (!report) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites } = report;
  return { passed, failed: numFailedTests || numFailedTestSuites };
}

/**
 * The files to repeat, each in a new process: at most a few, and none that failed with a seed, since another
 * seed would hide the fault.
 */
export function filesToRepeat(report) {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed');
  return failed.length <= REPEATED_MAX && !failed.some(namesSeed) ? failed.map(({ name }) => name) : [];
}

const namesSeed = ({ assertionResults }) =>
  assertionResults.some(({ failureMessages = [] }) => failureMessages.some((message) => /seed/i.test(message)));

/** The tests of these files that failed in the first run and passed in the second. */
export function passedLater(first, second) {
  const passed = new Set(testsOf(second, 'passed'));
  return testsOf(first, 'failed').filter((name) => passed.has(name));
}

/** Combined counts of both runs: the repeated files, which are all the failed ones, count with their second result. */
export function countsOfBoth(first, second, files) {
  const others = first.testResults.filter(({ name }) => !files.includes(name));
  const passed = others.flatMap(({ assertionResults }) => assertionResults.filter(isPassed)).length;
  return { passed: passed + second.passed, failed: second.failed };
}

const isPassed = ({ status }) => status === 'passed';

const testsOf = (report, wanted) =>
  (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => fullName),
  );
