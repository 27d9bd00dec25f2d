import { sql } from 'drizzle-orm';
import { DEFAULT_TENANT } from '../engines/people/identity/index.ts';
import { acceptUnstamped } from '../kernel/audit/index.ts';
import type { Db } from '../kernel/db/index.ts';
import type { Secrets } from '../kernel/secrets/index.ts';

/** The rows that demo data writes into the trail: what administrators did. */
export const DEMO_TRAIL = [
  ['system/param', 'update-control-panel'],
  ...['Starter', 'Standard', 'Complete'].flatMap(() => [
    ['system/tenant-package', 'submit'],
    ['system/tenant-package', 'grant'],
  ]),
  ['system/user', 'grant'],
  ['system/user', 'update-status'],
].map(([object_type = '', action = '']) => ({ object_type, action, account: 'demo_admin' }));

/**
 * Accepts the trail of demo data that release 0.2.0 wrote without stamps: the first rows of the trail, if they are exactly the rows of demo
 * data. Other rows without a stamp stay what they are: inserted by others.
 * @returns whether they were accepted now
 */
export function acceptDemoTrail(db: Db, secrets: Secrets): Promise<boolean> {
  return db.tx(async (tx) => {
    const { rows } = await tx.execute<{
      id: string;
      object_type: string;
      action: string;
      account: string;
      stamp: string;
    }>(sql`
      select id::text, object_type, action, account, stamp from audit_log where tenant_id = ${DEFAULT_TENANT} order by id limit ${DEMO_TRAIL.length}`);
    const isDemo = DEMO_TRAIL.every((expected, at) => {
      const row = rows[at];
      return (
        row?.stamp === '' && (['object_type', 'action', 'account'] as const).every((key) => row[key] === expected[key])
      );
    });
    return (
      isDemo &&
      acceptUnstamped(
        tx,
        secrets,
        DEFAULT_TENANT,
        rows.map(({ id }) => id),
      )
    );
  });
}
