import { z } from 'zod';

/**
 * Report of an import of numbers: the result of its background task. Plain JSON throughout, because it is stored as
 * sent. Numbers in samples are masked.
 */
export const importReport = z.object({
  batchNo: z.string(),
  fileName: z.string(),
  /**
   * `country` waits for the country of some lines, with nothing staged; `reported` waits for a confirmation; `committed` has
   * become rows of the pre-warehouse.
   */
  state: z.enum(['country', 'reported', 'committed', 'void']),
  encoding: z.string().nullable(),
  totalLines: z.int(),
  goodLines: z.int(),
  rejectedLines: z.int(),
  duplicatesInFile: z.int(),
  duplicatesInStock: z.int(),
  /** Lines taken although part of them was ignored. */
  warnings: z.int(),
  /** Numbers of a workbook's number cells, read in their country, that are numbers of another country with a `+` in front. */
  ambiguousLines: z.int(),
  /** Refused lines by reason; codes of the dictionary `number_reject`. */
  reasons: z.array(z.object({ code: z.int(), count: z.int() })),
  countries: z.array(z.object({ countryCode: z.string(), count: z.int() })),
  /** The first refused lines; the whole list is the task's error report. */
  problems: z.array(
    z.object({
      lineNo: z.int(),
      file: z.string().optional(),
      text: z.string(),
      code: z.int(),
      detail: z.string().optional(),
    }),
  ),
  /** Lines without calling code and country whose country is unclear; only in the state `country`. */
  unclear: z
    .object({
      lines: z.int(),
      /** The first such lines, masked. */
      samples: z.array(z.string()),
      /** Countries of the lines if their digits contain the calling code, the most frequent first. */
      international: z.array(z.object({ countryCode: z.string(), count: z.int() })),
      /** Countries of which the lines may be national numbers, the most frequent first. */
      national: z.array(z.object({ countryCode: z.string(), count: z.int() })),
    })
    .optional(),
  /** Valid numbers whose kind of line contradicts their number type, by kind of line (`LINE_TYPE` of the phone numbers). */
  typeDoubts: z.array(z.object({ lineType: z.int(), count: z.int() })).optional(),
  /** Valid numbers of a calling code that several countries share, in a range that belongs to all of them (+1 800). */
  sharedLines: z.int().optional(),
  /** Suppliers that the list names and that have no record yet; the confirmation adds one for each. */
  newSuppliers: z.array(z.string()).optional(),
  durationMillis: z.int(),
});

export type ImportReport = z.output<typeof importReport>;

/** How many refused lines a report carries itself. */
export const REPORT_SAMPLE_LINES = 50;

/** Sizes of an upload: without and with the permission `bulk-upload`. */
export const IMPORT_LIMITS = {
  usual: { bytes: 20 * 1024 * 1024, lines: 1_000_000 },
  bulk: { bytes: 40 * 1024 * 1024, lines: 3_000_000 },
} as const;
