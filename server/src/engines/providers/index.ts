import type { Db } from '../../kernel/db/index.ts';
import { isSandboxOpen } from '../../kernel/sandbox.ts';
import { sandboxValidation } from './sandbox.ts';
import type { ValidationPort } from './validation.ts';

/** The providers' front door: nothing else of this folder is imported from outside. */
export type { CheckFinding, ValidationPort } from './validation.ts';

/** Who checks numbers; null: nobody. The sandbox is no vendor, so it stands in only where it is open. */
export async function validationPort(db: Db, isSandbox: boolean | null): Promise<ValidationPort | null> {
  return (await isSandboxOpen(db, isSandbox)) ? sandboxValidation : null;
}
