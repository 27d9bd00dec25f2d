import type { Db } from '../../kernel/db/index.ts';
import { isSandboxOpen } from '../../kernel/sandbox.ts';
import { sandboxValidation } from './sandbox.ts';
import type { ValidationPort } from './validation.ts';

export type { CheckFinding, ValidationPort } from './validation.ts';

/** Returns the validation provider; null: none. The sandbox is not a provider and is used only where it is enabled. */
export async function validationPort(db: Db, isSandbox: boolean | null): Promise<ValidationPort | null> {
  return (await isSandboxOpen(db, isSandbox)) ? sandboxValidation : null;
}
