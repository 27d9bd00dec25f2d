import { expect, test } from 'vitest';
import { countsOf, countsOfBoth, filesToRepeat, passedLater, readReport } from './report.mjs';

/** A report as vitest writes it. */
function report(files) {
  const testResults = Object.entries(files).map(([name, tests]) => ({
    name: `/home/somebody/${name}`,
    status: Object.values(tests).includes('failed') || Object.keys(tests).length === 0 ? 'failed' : 'passed',
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
  }));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    numPassedTests: all.filter(({ status }) => status === 'passed').length,
    numFailedTests: all.filter(({ status }) => status === 'failed').length,
    numFailedTestSuites: testResults.filter(({ status }) => status === 'failed').length,
    testResults,
  };
}

const LEDGER = { 'server/src/engines/money/ledger/post.test.ts': { balances: 'passed', refuses: 'passed' } };
const first = report({ ...LEDGER, 'e2e/users.test.ts': { 'lets in': 'passed', resets: 'failed' } });
const users = ['/home/somebody/e2e/users.test.ts'];

test('counts passed and failed tests, files that broke before a test, and runs without a report', () => {
  expect(countsOf(first)).toEqual({ passed: 3, failed: 1 });
  expect(countsOf(report({ ...LEDGER, 'e2e/lock.test.ts': {} }))).toEqual({ passed: 2, failed: 1 });
  expect(countsOf(readReport('/nowhere/report.json'))).toEqual({ passed: 0, failed: 1 });
});

test('a few files are repeated, unless they failed with a seed', () => {
  expect(filesToRepeat(first)).toEqual(users);
  expect(filesToRepeat(report(LEDGER))).toEqual([]);
  expect(filesToRepeat(undefined)).toEqual([]);
  const failed = { opens: 'failed' };
  const two = report({ 'e2e/a.test.ts': failed, 'server/src/app.test.ts': failed });
  expect(filesToRepeat(two)).toHaveLength(2);
  expect(filesToRepeat(report({ 'e2e/a.test.ts': failed, 'e2e/b.test.ts': failed, 'e2e/c.test.ts': failed }))).toEqual(
    [],
  );
  two.testResults[1].assertionResults[0].failureMessages = ['Property failed after 3 tests { seed: 7 }'];
  expect(filesToRepeat(two)).toEqual([]);
});

test('a repeated file counts as it went the second time', () => {
  const better = report({ 'e2e/users.test.ts': { 'lets in': 'passed', resets: 'passed' } });
  expect(countsOfBoth(first, countsOf(better), users)).toEqual({ passed: 4, failed: 0 });
  expect(passedLater(first, better)).toEqual(['resets']);
  const worse = report({ 'e2e/users.test.ts': { 'lets in': 'failed', resets: 'failed' } });
  expect(countsOfBoth(first, countsOf(worse), users)).toEqual({ passed: 2, failed: 2 });
  expect(passedLater(first, worse)).toEqual([]);
  expect(countsOfBoth(first, countsOf(undefined), users)).toEqual({ passed: 2, failed: 1 });
});
