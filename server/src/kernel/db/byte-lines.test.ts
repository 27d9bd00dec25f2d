import { expect, test } from 'vitest';
import { ByteLines } from './byte-lines.ts';

test('returns the added bytes, in every script and size', () => {
  const lines = new ByteLines(8);
  const parts = ['号码', '\t', '😀 tail', 'x'.repeat(1000), '12010000000\n'];
  for (const part of parts) {
    lines.addText(part);
    lines.add(Buffer.from(part));
  }
  expect(lines.take().toString()).toBe(parts.map((part) => part + part).join(''));
});

test('starts a new buffer after a take, and leaves the taken bytes unchanged', () => {
  const lines = new ByteLines();
  lines.addText('first');
  const first = lines.take();
  lines.addText('second');
  expect([first.toString(), lines.take().toString(), lines.take().toString()]).toEqual(['first', 'second', '']);
});
