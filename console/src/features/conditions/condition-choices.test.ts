import { post } from '@trade-assistant/contract/areas/system/post.ts';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { filterRules } from '@trade-assistant/contract/kit/filter.ts';
import type { Fields } from '@trade-assistant/contract/kit/resource.ts';
import { expect, test } from 'vitest';
import { conditionChoices } from './condition-choices.ts';

const choicesOf = (fields: Fields, named: readonly string[] = []) =>
  conditionChoices(
    [...filterRules(fields)].flatMap(([parameter, { field }]) => (parameter === field ? [] : [parameter])),
    Object.entries(fields).map(([name, { kind, options }]) => ({ name, kind, label: options.label.en })),
    'ID',
    named,
  );

test('people rule by states, kinds and countries first, by ids last, and each is called as on screen', () => {
  const posts = choicesOf(post.fields);
  expect(posts.map(({ label }) => label).slice(0, 1)).toEqual(['Post level']);
  expect(posts.at(-1)).toMatchObject({ label: 'ID', conditions: [{ parameter: 'id_in' }] });
  const notes = choicesOf(outbound.fields);
  expect(notes[0]?.label).toBe('Type');
  for (const { label, field } of notes) expect(label).not.toBe(field);
});

test('offers each comparison once, the most frequent first', () => {
  const by = (field: string, named: readonly string[] = []) =>
    choicesOf(post.fields, named)
      .find((one) => one.field === field)
      ?.conditions.map(({ parameter }) => parameter);
  expect(by('category')).toEqual(['category_in', 'category_equal', 'category_notequal']);
  expect(by('postName')).toEqual(['postName_equal', 'postName_like', 'postName_likeright', 'postName_likeleft']);
  // A rule that has one of the others keeps it.
  expect(by('category', ['category'])).toContain('category');
});
