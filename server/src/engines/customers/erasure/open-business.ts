import { walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';

interface Person {
  readonly id: bigint;
  readonly tenantId: string;
}

/** Rows that prevent an erasure, each counted by one statement over the person's rows in the tenant. */
const OPEN: readonly { readonly what: Text & { readonly one: string }; readonly from: (person: Person) => SQL }[] = [
  {
    what: { zh: '冻结', en: 'holds', one: 'hold' },
    from: ({ id, tenantId }) => sql`fin_hold where tenant_id = ${tenantId} and user_id = ${id} and status = 0`,
  },
  {
    what: { zh: '未完结的商品订单', en: 'open orders', one: 'running order' },
    from: ({ id, tenantId }) =>
      sql`agt_product_order where tenant_id = ${tenantId} and (agent_id = ${id} or buyer_id = ${id}) and status in (0, 1, 2)`,
  },
  {
    what: { zh: '未完结的预定单', en: 'open pre-orders', one: 'open pre-order' },
    from: ({ id, tenantId }) =>
      sql`agt_preorder where tenant_id = ${tenantId} and (agent_id = ${id} or buyer_id = ${id}) and status in (1, 2, 3) and deleted_at is null`,
  },
  {
    what: { zh: '待出库的出库单', en: 'reserved delivery notes', one: 'reserved delivery note' },
    from: ({ id, tenantId }) =>
      sql`inv_outbound where tenant_id = ${tenantId} and (agent_id = ${id} or owner_id = ${id}) and status = 1 and deleted_at is null`,
  },
  {
    what: { zh: '质保期内的出库单', en: 'delivery notes under warranty', one: 'delivery note under warranty' },
    from: ({ id, tenantId }) =>
      sql`inv_outbound where tenant_id = ${tenantId} and agent_id = ${id} and status in (2, 3) and warranty_until > now() and deleted_at is null`,
  },
  {
    what: { zh: '处理中的充值', en: 'recharges in progress', one: 'recharge under way' },
    from: ({ id, tenantId }) =>
      sql`pay_recharge where tenant_id = ${tenantId} and user_id = ${id} and status in (0, 1)`,
  },
  {
    what: { zh: '处理中的提现', en: 'withdrawals in progress', one: 'withdrawal under way' },
    from: ({ id, tenantId }) =>
      sql`pay_withdrawal where tenant_id = ${tenantId} and user_id = ${id} and status in (0, 3, 5, 9)`,
  },
  {
    what: { zh: '待结算的返佣', en: 'pending commissions', one: 'pending commission' },
    from: ({ id, tenantId }) =>
      sql`agt_rebate where tenant_id = ${tenantId} and (beneficiary_id = ${id} or from_user_id = ${id})
        and (status = 0 or posted_amount <> rebate_amount - reversed_amount)`,
  },
  {
    what: { zh: '可用的套餐', en: 'usable packages', one: 'usable package' },
    from: ({ id, tenantId }) => sql`agt_quota where tenant_id = ${tenantId} and owner_id = ${id} and status = 1`,
  },
  {
    what: { zh: '租用中的号码', en: 'rented numbers', one: 'rented number' },
    from: ({ id, tenantId }) => sql`agt_lease where tenant_id = ${tenantId} and owner_id = ${id} and status in (1, 2)`,
  },
  {
    what: { zh: '下级账号', en: 'sub-accounts', one: 'account below' },
    from: ({ id, tenantId }) =>
      sql`sys_user where tenant_id = ${tenantId} and parent_id = ${id} and deleted_at is null`,
  },
  {
    what: { zh: '下属', en: 'team members', one: 'person they lead' },
    from: ({ id, tenantId }) =>
      sql`sys_user where tenant_id = ${tenantId} and leader_id = ${id} and deleted_at is null`,
  },
  {
    what: { zh: '带领的团队', en: 'teams they lead', one: 'team they lead' },
    from: ({ id, tenantId }) =>
      sql`app_team where tenant_id = ${tenantId} and leader_id = ${id} and deleted_at is null`,
  },
  {
    what: { zh: '未结案的合规案件', en: 'open compliance cases', one: 'open compliance case' },
    from: ({ id, tenantId }) =>
      sql`cmp_case where tenant_id = ${tenantId} and owner_id = ${id} and status in (0, 1, 3) and deleted_at is null`,
  },
  {
    what: { zh: '等待复核的申请', en: 'requests awaiting approval', one: 'request waiting for a decision' },
    from: ({ id, tenantId }) => sql`apr_request where tenant_id = ${tenantId} and create_user = ${id} and status = 0`,
  },
  {
    what: { zh: '进行中的任务', en: 'running tasks', one: 'running task' },
    from: ({ id, tenantId }) =>
      sql`kernel_task where tenant_id = ${tenantId} and owner_id = ${id} and state in (0, 1, 2)`,
  },
];

/**
 * Returns descriptions of the person's unsettled business, each with its quantity; empty if the person can be erased.
 */
export async function openBusinessOf(tx: Tx, person: Person): Promise<Text[]> {
  const wallets = await tx.execute<{ kind: number; balance: string; currency: string }>(sql`
    select kind, balance, currency from fin_wallet
    where tenant_id = ${person.tenantId} and user_id = ${person.id} and balance <> 0 order by kind`);
  const money = wallets.rows.map(({ kind, balance, currency }): Text => {
    const sum = `${formatMoney(BigInt(balance) as Micro, 2)} ${currency}`;
    const name = entryOf(walletKind, Number(kind));
    return { zh: `${name?.zh ?? '钱包'} ${sum}`, en: `${(name?.en ?? 'Wallet').toLowerCase()} ${sum}` };
  });
  const counts = sql.join(
    OPEN.map(({ from }) => sql`(select count(*)::integer from ${from(person)})`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ found: number[] }>(sql`select array[${counts}] as found`);
  const found = rows[0]?.found ?? [];
  return [
    ...money,
    ...OPEN.flatMap(({ what }, place): Text[] => {
      const count = found[place] ?? 0;
      return count === 0 ? [] : [{ zh: `${count} 个${what.zh}`, en: `${count} ${count === 1 ? what.one : what.en}` }];
    }),
  ];
}
