import { z } from 'zod';
import { id } from './schema.ts';

/** One row a bulk call refused: its id, the stable error code and the sentence in the caller's language. */
export const bulkFailure = z.object({ id: id(), bizCode: z.string(), msg: z.string() });

/** The answer of a bulk call that treats each row separately. */
export const bulkResult = z.object({ okCount: z.int(), failCount: z.int(), fails: z.array(bulkFailure) });

export type BulkFailure = z.output<typeof bulkFailure>;
export type BulkResult = z.output<typeof bulkResult>;
