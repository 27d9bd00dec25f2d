import { z } from 'zod';
import type { Call } from './call.ts';
import type { Field } from './field.ts';
import { type ListQuery, listQuery } from './page.ts';
import { ids } from './schema.ts';

/** The most rows of one export; more are refused, and the filters have to be narrower. */
export const EXPORT_MAX = 100_000;
/** The most rows that can be selected at once: a selection can also be exported. */
export const EXPORT_IDS_MAX = 10_000;

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportCall<A extends string> = Omit<
  Call<z.ZodType<ListQuery, Record<string, unknown>>, z.ZodUndefined, A>,
  'answer'
> & { readonly answer: 'file' };

/**
 * A list's whole result as a file. Takes the filters and the order of the list call (`current` and `size` mean nothing
 * here) and further `format` (`xlsx`, or `csv`), `columns` (names of listed fields joined by commas, in the order they
 * shall have; by default all that are listed) and `ids` (only these rows, at most 10,000).
 */
export function exportCall<const A extends string = 'export'>(
  fields: Readonly<Record<string, Field>>,
  options: { access?: A; more?: Readonly<Record<string, z.ZodType>> } = {},
): ExportCall<A> {
  return {
    methods: ['POST'],
    title: { zh: '导出列表', en: 'Export the list' },
    access: options.access ?? ('export' as A),
    input: listQuery(fields, {
      ...options.more,
      format: z.enum(EXPORT_FORMATS),
      columns: z.string().max(4_000),
      ids: ids(EXPORT_IDS_MAX),
    }),
    data: z.undefined(),
    answer: 'file',
    idempotent: false,
  };
}
