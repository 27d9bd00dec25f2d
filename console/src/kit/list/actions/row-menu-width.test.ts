import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Say } from '../../i18n.ts';
import { rowMenuWidth } from './row-menu-width.ts';

const zh: Say = (words) => words.zh;
const en: Say = (words) => words.en;
const always = (label: string) => ({ label: { zh: label, en: label } });
const sometimes = (label: string) => ({ ...always(label), isOffered: () => true });
const medium = (actions: Parameters<typeof rowMenuWidth>[0], t = en) => rowMenuWidth(actions, 'medium', t);

const label = fc.stringMatching(/^[A-Za-z 查看编辑]{1,12}$/);
const action = fc.tuple(label, fc.boolean()).map(([words, isAlways]) => (isAlways ? always : sometimes)(words));

test('is that of the widest row there can be, and no more', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 7 }), (actions) => {
      const rows = actions.reduce<(typeof actions)[]>(
        (before, one) => [...before.map((row) => [...row, one]), ...('isOffered' in one ? before : [])],
        [[]],
      );
      const each = rows.map((row) => medium(row.map(({ label: { en: words } }) => always(words))));
      expect(medium(actions)).toBe(Math.max(...each));
    }),
  );
});

test('counts letters as wide as a wide face draws them, padding and what leads to the menu', () => {
  // As measured in DejaVu Sans and Noto Sans CJK at 14 pixels: what is drawn, and the paddings of its cell.
  expect(medium([always('View'), always('Edit'), always('Delete')])).toBeGreaterThanOrEqual(33.3 + 27.2 + 44.4 + 59);
  expect(medium([always('查看'), always('编辑'), always('解除限制')], zh)).toBeGreaterThanOrEqual(28 + 28 + 56 + 59);
  const four = ['查看', '编辑', '复制', '删除'].map(always);
  expect(medium(four, zh)).toBeGreaterThanOrEqual(28 * 3 + 59 + 10);
  expect(rowMenuWidth(four, 'large', zh)).toBe(medium(four, zh) + 16);
});
