import { z } from 'zod';

const line = z.object({ lineNo: z.int(), text: z.string(), reason: z.string() });

/**
 * What an import did that takes all lines of a list or none: nothing is changed while a line is wrong, so that a file can be
 * corrected and sent again whole. `problems` are the first of `problemCount`, in the reader's language; `warnings` are about lines
 * that were taken, and may have been meant differently.
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
