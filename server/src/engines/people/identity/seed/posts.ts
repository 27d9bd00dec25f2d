import { postCategory } from '@trade-assistant/contract/areas/system/post.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { posts } from '../tables.ts';

const { senior, middle, junior } = postCategory.is;

/** The posts of a new installation, the highest first. */
const seeds: readonly (readonly [code: string, zh: string, en: string, category: number])[] = [
  ['ceo', '首席执行官', 'Chief executive officer', senior],
  ['coo', '首席运营官', 'Chief operating officer', senior],
  ['cfo', '首席财务官', 'Chief financial officer', senior],
  ['cto', '首席技术官', 'Chief technology officer', senior],
  ['cio', '首席信息官', 'Chief information officer', senior],
  ['pm', '技术经理', 'Technical manager', middle],
  ['hrm', '人力经理', 'HR manager', middle],
  ['staff', '普通员工', 'Staff member', junior],
];

/**
 * Adds the usual posts to a tenant that never had one; posts changed or removed by an administrator stay as they are.
 */
export async function seedPosts(tx: Tx, tenantId: string): Promise<void> {
  const known = await tx.execute(sql`select 1 from sys_post where tenant_id = ${tenantId} limit 1`);
  if (known.rows.length > 0) return;
  await tx.insert(posts).values(
    seeds.map(([postCode, postName, postNameEn, category], index) => ({
      tenantId,
      postCode,
      postName,
      postNameEn,
      category,
      sort: index + 1,
    })),
  );
}
