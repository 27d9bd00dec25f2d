import type { RefSource } from '@trade-assistant/contract/kit/field.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { describe, expect, it } from 'vitest';
import { answer } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { invalidate, queryClient } from '../client/query.ts';
import { RefPicker } from './ref-picker.tsx';

/** Every reference in the contract's fields, once. */
const SOURCES = [
  ...new Map(
    registry
      .flatMap((resource) => Object.values(resource.fields))
      .flatMap(({ source }) => (source ? [source] : []))
      .map((source) => [JSON.stringify(source), source]),
  ).values(),
];

const rowOf = ({ by }: RefSource, id: string, name: string) => {
  const names = by === undefined ? ['label'] : typeof by === 'string' ? [by] : [by.zh, by.en];
  return { id, value: id, ...Object.fromEntries(names.map((field) => [field, name])) };
};

it('the contract has references', () => expect(SOURCES.length).toBeGreaterThan(1));

describe.each(SOURCES.map((source) => [`${source.resource}/${source.call}`, source] as const))(
  'a picker of %s',
  (path, source) => {
    it('still shows its choices after all data was refetched', async () => {
      const row = rowOf(source, '7', 'Somebody');
      answer({
        [path]: () => (source.by === undefined ? [row] : { records: [row], total: 1, size: 50, current: 1, pages: 1 }),
      });
      const screen = await show(<RefPicker source={source} value={null} aria-label="Ref" />);
      await screen.getByRole('combobox').click();
      await expect.element(screen.getByTitle('Somebody')).toBeVisible();
      await invalidate(source.resource);
      await queryClient.invalidateQueries();
      await expect.element(screen.getByTitle('Somebody')).toBeVisible();
    });
  },
);
