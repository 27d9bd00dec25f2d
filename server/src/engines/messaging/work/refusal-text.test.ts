import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { refusalText, ruleText } from '@trade-assistant/contract/line-rules.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { expect, it } from 'vitest';

const ENGINES = path.join(import.meta.dirname, '../..');
/** A rule in the sources, with places for its values. */
const WRITTEN = /\brule: `([^`]+)`/g;

it('has a sentence for every rule that an engine gives a line', async () => {
  const files = (await readdir(ENGINES, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const sources = await Promise.all(files.map((name) => readFile(path.join(ENGINES, name), 'utf8')));
  const rules = new Set(sources.flatMap((text) => [...text.matchAll(WRITTEN)].map(([, rule = '']) => rule)));
  expect(rules.size).toBeGreaterThan(8);
  for (const rule of rules) {
    const filled = rule
      .replace(/\/\$\{problem\}$/, '/missing')
      .replace(/^content\/.*$/, 'content/SHORTENER')
      .replace(/\$\{[^}]+\}/g, '7');
    for (const locale of ['zh', 'en'] as const) expect(ruleText(filled, locale), rule).not.toBeNull();
  }
});

it('names the reason and its rule in the language of the reader', () => {
  const line = { reason: numberReject.is.suppressed, rule: 'suppression/7' };
  expect(refusalText(line, 'zh')).toBe('已屏蔽：号码在屏蔽名单中（#7）');
  expect(refusalText(line, 'en')).toBe('Suppressed: the number is on the suppression list (#7)');
  expect(refusalText({ ...line, rule: 'older/7' }, 'en')).toBe('Suppressed');
  expect(refusalText({ ...line, rule: null }, 'zh')).toBe('已屏蔽');
});
