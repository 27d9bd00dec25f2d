import { z } from 'zod';

const line = z.object({ lineNo: z.int(), text: z.string(), reason: z.string() });

/**
 * Result of an import that accepts all lines of a list or none: a file with errors changes nothing, so that it can be
 * corrected and sent again as a whole. `problems` are the first of `problemCount`, in the reader's language; `warnings`
 * are about accepted lines that may be mistakes.
 */
export const listImportReport = z.object({
  lines: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  problemCount: z.int(),
  problems: z.array(line),
  warningCount: z.int(),
  warnings: z.array(line),
});

export type ListImportReport = z.output<typeof listImportReport>;

/** How many refused lines a report carries itself. */
export const LIST_PROBLEMS_SHOWN = 1000;
