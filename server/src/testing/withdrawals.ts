import { withdrawalOrder } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { adjust } from '../engines/money/ledger/index.ts';
import { orderWithdrawal } from '../engines/money/payments/index.ts';
import { DEFAULT_TENANT } from '../engines/people/identity/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { TestApp, TestUser } from './app.ts';
import { openMethod, RECEIVING } from './recharges.ts';

let count = 0;

/** A user who can withdraw: a hundred in the balance, a hundred of brokerage, and a usable payee. */
export async function withdrawer(
  product: TestApp,
  { subUser = false, isAppUser = false, balance = 100_000_000n, brokerage = 100_000_000n } = {},
): Promise<{ who: TestUser; payeeId: string }> {
  const parent = subUser ? await product.agent() : undefined;
  const who = isAppUser
    ? await product.appUser({ money: balance })
    : await product.agent({ money: balance, ...(parent ? { parent, subUser } : {}) });
  count += 1;
  if (!subUser && !isAppUser && brokerage > 0n)
    await product.db.tx((tx) =>
      adjust(tx, systemActor(DEFAULT_TENANT), {
        userId: who.id,
        amount: brokerage,
        wallet: 'brokerage',
        reason: 'Earned',
        bizType: 'test',
        idemKey: `test:brokerage:${who.id}`,
      }),
    );
  const { rows } = await product.db.pool.query<{ id: string }>(
    `insert into pay_wallet_address (tenant_id, user_id, user_name, network, address, is_default, status, cool_until)
     values ($1, $2, $3, 1, $4, 1, 1, now() - interval '1 hour') returning id::text`,
    [who.row.tenantId, who.id.toString(), who.row.realName, RECEIVING],
  );
  return { who, payeeId: rows[0]?.id ?? '' };
}

/** A payment method that pays out, by default without a fee. @returns its code */
export const openPayoutMethod = (product: TestApp, columns: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  openMethod(product, { direction: 2, receive_addresses: null, fee_payer: 1, ...columns });

/** A sandbox channel. @returns its code */
export async function openChannel(product: TestApp, outcome = 1, delaySeconds = 0): Promise<string> {
  count += 1;
  const code = `box-${count}`;
  await product.db.pool.query(
    `insert into pay_channel (tenant_id, channel_code, channel_name, channel_name_en, channel_kind, outcome, delay_seconds, confirmed)
     values ('000000', $1, '沙箱', 'Sandbox', 1, $2, $3, 1)`,
    [code, outcome, delaySeconds],
  );
  return code;
}

/** A user's withdrawal that awaits review. @returns its id */
export async function orderedWithdrawal(
  product: TestApp,
  { who, payeeId }: { readonly who: TestUser; readonly payeeId: string },
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const order = { walletKind: 2, amount: '50', paymentMethod: await openPayoutMethod(product), payeeType: 2, payeeId };
  // Sub-users may not ask for themselves; theirs are ordered as an integration would.
  if (who.row.userType === userType.is.subUser) {
    const asked = withdrawalOrder.parse({ ...order, ...more });
    const { id } = await product.db.tx(async (tx) =>
      orderWithdrawal(tx, await who.actor(), product.app.secrets, asked),
    );
    return String(id);
  }
  const answer = await who.post('agent/withdrawal/create-order', { ...order, ...more });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}
