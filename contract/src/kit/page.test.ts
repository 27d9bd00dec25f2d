import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from './errors.ts';
import { EXPORT_IDS_MAX, exportCall } from './export.ts';
import { int, text, time } from './field.ts';
import { listParameters, listQuery, pageOf, toPage } from './page.ts';
import { localizedRule, sentenceOf } from './sentences.ts';

const label = { zh: '名称', en: 'Name' };
const fields = {
  name: text({ label, max: 9, search: 'like', sort: true }),
  count: int({ label, search: 'range', sort: true }),
  made: time({ label, search: 'range' }),
};
const query = listQuery(fields, {
  kind: z.enum(['a', 'b']),
  odd: z.coerce.number().refine((n) => n % 2 === 1, localizedRule({ zh: '应为奇数', en: 'should be odd' })),
  even: z.coerce.number().refine((n) => n % 2 === 0, localizedRule({ zh: '应为偶数', en: 'should be even' })),
});
const issuesOf = (wire: Record<string, unknown>) => query.safeParse(wire).error?.issues ?? [];
/** The name a query was refused by. */
function refusedName(wire: Record<string, unknown>): unknown {
  try {
    query.parse(wire);
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.params.name];
    throw error;
  }
  return undefined;
}

describe('the query of a list', () => {
  it('is its first ten rows by default', () => {
    expect(query.parse({})).toEqual({ current: 1, size: 10, filters: [], sort: [], more: {} });
  });

  it('uses the names of the fields and of the list itself', () => {
    expect(query.parse({ current: '3', size: '50', name: ' x ', count_ge: '2', kind: 'b' })).toEqual({
      current: 3,
      size: 50,
      filters: [
        { field: 'name', operator: 'contains', value: 'x' },
        { field: 'count', operator: 'ge', value: 2 },
      ],
      sort: [],
      more: { kind: 'b' },
    });
  });

  it('ignores empty values, whatever their names', () => {
    expect(query.parse({ name: '', count: null, made_gt: undefined, nobody: '', size: '' })).toEqual(query.parse({}));
  });

  it('sorts by the first given field, ascending or descending', () => {
    expect(query.parse({ descs: 'count,id', ascs: 'name' }).sort).toEqual([
      { field: 'count', descending: true },
      { field: 'id', descending: true },
      { field: 'name', descending: false },
    ]);
    expect(query.parse({ ascs: 'name,'.repeat(2000), descs: 'name' }).sort).toEqual([
      { field: 'name', descending: false },
    ]);
    expect(query.parse({ ascs: ',name,' }).sort).toEqual([{ field: 'name', descending: false }]);
  });

  it.each([
    [{ size: '200' }, { size: '201' }],
    [{ size: '1' }, { size: '0' }],
    [{ current: '1' }, { current: '0' }],
    [{ current: '10000000' }, { current: '10000001' }],
    [{ size: '10' }, { size: '10.5' }],
    [{ kind: 'a' }, { kind: 'c' }],
    [{ count: '-1' }, { count: 'x' }],
  ])('may be %j and not %j', (right, wrong) => {
    expect(issuesOf(right)).toEqual([]);
    expect(issuesOf(wrong)).toMatchObject([{ path: Object.keys(wrong) }]);
  });

  it('refuses an unknown name and shows it, cut if it is long', () => {
    expect(refusedName({ password: 'x' })).toEqual(['UNKNOWN_PARAMETER', 'password']);
    expect(refusedName({ made_like: 'x' })).toEqual(['UNKNOWN_PARAMETER', 'made_like']);
    expect(refusedName({ ascs: 'made' })).toEqual(['UNKNOWN_PARAMETER', 'ascs=made']);
    expect(refusedName({ descs: 'count,nobody' })).toEqual(['UNKNOWN_PARAMETER', 'descs=nobody']);
    expect(refusedName({ [`x${'y'.repeat(80)}`]: 1 })).toEqual(['UNKNOWN_PARAMETER', `x${'y'.repeat(63)}`]);
  });

  it('reports every error, each in the sentence of its rule', () => {
    const issues = issuesOf({ count: 'x', odd: '2', even: '1', made_gt: 'never' });
    expect(issues.map(({ path }) => path)).toEqual([['count'], ['odd'], ['even'], ['made_gt']]);
    expect(issues.map((issue) => sentenceOf(issue as never)?.en)).toEqual([
      undefined,
      'should be odd',
      'should be even',
      expect.stringContaining('date and time'),
    ]);
  });

  it('is refused by a name every object has, its own parameters or not', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty'])
      expect(refusedName({ [name]: 'x' })).toEqual(['UNKNOWN_PARAMETER', name]);
  });

  it('reads single values; a repeated one equals its values joined by commas', () => {
    expect(query.parse({ ascs: ['count', 'name'] }).sort).toHaveLength(2);
    for (const wrong of [{ toString: 1, valueOf: 1 }, [null], [['x']]])
      for (const name of ['name', 'size', 'ascs', 'made_gt', 'kind'])
        expect(issuesOf({ [name]: wrong }), name).toMatchObject([{ path: [name] }]);
  });

  it('describes each name once', () => {
    const { parameters } = listQuery(fields, { name: z.string() }).meta() as { parameters: string[] };
    expect(parameters.filter((name) => name === 'name')).toHaveLength(1);
    expect(query.meta()).toEqual({
      parameters: expect.arrayContaining(['current', 'size', 'ascs', 'descs', 'name_likeright', 'made_datelt', 'kind']),
    });
    expect(listParameters(query)).toMatchObject({
      name: { operator: 'contains' },
      count_le: { operator: 'le' },
      made_dategt: { operator: 'ge' },
    });
    expect(listParameters(z.object({}))).toBeUndefined();
  });
});

describe('a page', () => {
  it('counts the pages there are, the last one being short', () => {
    const pages = (total: number) => toPage([], total, { current: 1, size: 10 }).pages;
    expect([0, 1, 10, 11, 20, 21].map(pages)).toEqual([0, 1, 1, 2, 2, 3]);
    expect(toPage(['a'], 11, { current: 2, size: 10 })).toEqual({
      records: ['a'],
      total: 11,
      size: 10,
      current: 2,
      pages: 2,
    });
  });

  it('marks a total that is an estimate', () => {
    expect(toPage([], 100_001, { current: 1, size: 10 }, true)).toMatchObject({ totalIsEstimate: true });
    expect(pageOf(z.string()).parse(toPage(['a'], 1, { current: 1, size: 10 }, true)).totalIsEstimate).toBe(true);
  });
});

describe('an export', () => {
  const { input, access, answer } = exportCall(fields, { more: { kind: z.enum(['a']) } });

  it('accepts the list’s parameters, and columns, rows and format', () => {
    expect(input.parse({ name: 'x', kind: 'a', format: 'csv', columns: 'name,count', ids: '7,9' })).toMatchObject({
      filters: [{ field: 'name' }],
      more: { kind: 'a', format: 'csv', columns: 'name,count', ids: [7n, 9n] },
    });
    expect(input.safeParse({ format: 'pdf' }).success).toBe(false);
    expect([access, answer]).toEqual(['export', 'file']);
    expect(exportCall(fields, { access: 'view' }).access).toBe('view');
  });

  it('accepts ten thousand selected rows and no more', () => {
    const chosen = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');
    expect(EXPORT_IDS_MAX).toBe(10_000);
    expect(input.safeParse({ ids: chosen(10_000) }).success).toBe(true);
    expect(input.safeParse({ ids: chosen(10_001) }).success).toBe(false);
  });
});
