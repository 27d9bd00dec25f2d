import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOf } from './testing.ts';
import { encryptedZip } from './write-encrypted-zip.ts';
import { csvStream, txtStream } from './write-text.ts';
import { xlsxBookStream, xlsxStream } from './write-xlsx.ts';
import { zipStream } from './write-zip.ts';

/** Fails like a cursor whose database fell silent. */
const silent = (): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the database is silent')) }),
});
const escaped: unknown[] = [];
const note = (error: unknown) => void escaped.push(error);
/** The test runner's own listeners would fail the run instead of the test. */
let others: NodeJS.UncaughtExceptionListener[] = [];
beforeEach(() => {
  escaped.length = 0;
  others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
});
afterEach(() => {
  process.removeAllListeners('uncaughtException');
  for (const other of others) process.on('uncaughtException', other);
});

test.each([
  ['text', () => txtStream(silent())],
  ['CSV', () => csvStream(silent())],
  ['a workbook', () => xlsxStream(silent(), { header: ['Number'] })],
  ['a workbook of several sheets', () => xlsxBookStream(silent(), { header: ['Number'] })],
  ['an archive', () => zipStream(silent(), { readme: 'Numbers' })],
  ['an archive whose file fails', () => zipStream([{ path: 'a.txt', content: silent }], { readme: 'Numbers' })],
  ['an encrypted archive', () => encryptedZip(silent(), { name: 'a.txt', password: 'example' })],
])('%s whose source fails before anybody reads tells its reader alone', async (_what, open) => {
  const stream = open();
  await sleep(50);
  await expect(bytesOf(stream)).rejects.toThrow('the database is silent');
  expect(escaped).toEqual([]);
});
