import type { Db } from '../../kernel/db/index.ts';
import { sandboxValidation } from './sandbox.ts';
import type { ValidationPort } from './validation.ts';

/** The providers' front door: nothing else of this folder is imported from outside. */
export type { CheckFinding, ValidationPort } from './validation.ts';

/**
 * Who checks numbers; null: nobody. The sandbox is no vendor: it answers only where an operator switched it on, or, when
 * they said nothing, where this installation holds demo data.
 */
export async function validationPort(db: Db, isSandbox: boolean | null): Promise<ValidationPort | null> {
  return (isSandbox ?? (await isDemo(db))) ? sandboxValidation : null;
}

async function isDemo(db: Db): Promise<boolean> {
  const { rows } = await db.pool.query(`select from kernel_installation where key = 'demo' and value = 'loaded'`);
  return rows.length > 0;
}
