import { z } from 'zod';
import { post } from './call.ts';

/** Most rows of a list that a person sees to choose its column of numbers. */
export const SAMPLE_ROWS = 20;

/** A column of a list, counted from 0. */
export const columnNo = z.coerce.number().int().min(0).max(1000);

/** Facts about an uploaded list before it is read. */
export const inspectedList = z.object({
  fileName: z.string(),
  size: z.int(),
  /** The first rows, cell by cell. */
  sample: z.array(z.array(z.string())),
  headers: z.array(z.string()),
  /** The recognised column of numbers; null: the person chooses. */
  column: z.int().nullable(),
  isHeader: z.boolean(),
  /** Lines of the list without its header; an estimate for a very long text, null for a very long compressed file. */
  estimatedLines: z.int().nullable(),
});
export type InspectedList = z.input<typeof inspectedList>;

/** A call that returns the first rows of an uploaded list and its column of numbers; `data` may have more. */
export const inspectCall = <const A extends string, D extends z.ZodType>(access: A, data: D, maxBytes: number) =>
  post({
    title: { zh: '识别号码列表', en: 'Inspect a list' },
    access,
    input: z.object({}),
    data,
    upload: { maxBytes, kinds: ['text', 'zip', 'xlsx'] },
  });
