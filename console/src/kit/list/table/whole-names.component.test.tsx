import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { expect, test } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { type Column, columnsOf } from './columns.tsx';
import { ListTable } from './list-table.tsx';
import './table.css';

/** Longer than any column is wide. */
const LONG_NAME = 'Fernbrook Desk and Harbour Lane Trading Company (Rotterdam)';
/** Longer texts are sentences, which may be cut. */
const NAME_MAX = 128;

test.each(['zh', 'en'] as const)(
  'every list shows the names of its rows whole in a narrow window, in %s',
  async (locale) => {
    const lists = registry.map((resource: Resource) => ({ resource, named: namesOf(resource, locale) }));
    await show(
      <div style={{ width: 640 }}>
        {lists.map(({ resource, named }) => (
          <ListTable
            key={resource.name}
            label={resource.name}
            columns={named}
            rows={[rowOf(named)]}
            shown={[rowOf(named)]}
          />
        ))}
      </div>,
      { locale },
    );
    const cells = [...document.querySelectorAll<HTMLElement>('.kit-rows td')];
    expect(cells.length).toBeGreaterThan(100);
    expect(cells.filter(isCut).map((cell) => `${labelOf(cell)}: ${cell.textContent}`)).toEqual([]);
  },
);

const isName = ({ kind, max }: Field) => kind === 'text' && (max ?? 0) <= NAME_MAX;

/** The columns with the names of a row: its own, and all short texts. */
const namesOf = (resource: Resource, locale: 'zh' | 'en'): Column[] =>
  columnsOf(resource, {}, () => true, locale).filter((column) => {
    const field = resource.fields[column.name];
    return field && (column.isName ? field.kind === 'text' : isName(field));
  });

const rowOf = (columns: readonly Column[]) => ({
  id: '1',
  ...Object.fromEntries(columns.map(({ name }) => [name, LONG_NAME])),
});

const isCut = (cell: HTMLElement) =>
  [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
  );
const labelOf = (cell: HTMLElement) => cell.closest('table')?.getAttribute('aria-label');
