import type { BulkResult } from '@trade-assistant/contract/kit/bulk.ts';
import { commonErrors, declaredErrors, type ErrorParams } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Locale } from '@trade-assistant/contract/kit/locale.ts';

/** A row that a bulk call refused: the code of a declared error and the parameters of its text. */
export interface RefusedRow {
  readonly id: bigint;
  readonly code: string;
  readonly params?: ErrorParams;
}

/** The answer of a bulk call that treats every row separately, with the refusals in the caller's language. */
export function bulkAnswer(locale: Locale, asked: number, refused: readonly RefusedRow[]): BulkResult {
  return {
    okCount: asked - refused.length,
    failCount: refused.length,
    fails: refused.map(({ id, code, params }) => ({
      id,
      bizCode: code,
      msg: fill((declaredErrors.get(code) ?? commonErrors.declarations.INTERNAL)[locale], params),
    })),
  };
}
