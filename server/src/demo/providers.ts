import { providerCapability } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { providers } from '../engines/providers/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';

const { numberStatus, whatsappAccount, whatsappActivity, telegramAccount } = providerCapability.is;

/** Two providers of number checks, disabled: the sandbox answers in trials, and their addresses do not exist. */
export async function openProviders(tx: Tx, actor: Actor, at: Date): Promise<void> {
  const made = {
    tenantId: actor.tenantId,
    createUser: actor.userId,
    createUserName: actor.realName,
    createTime: at,
    updateTime: at,
    costCurrency: 'USD',
  };
  await tx.insert(providers).values([
    {
      ...made,
      providerCode: 'operator-register',
      providerName: '运营商登记查询',
      endpoint: 'https://register.example.com/v1',
      capabilities: numberStatus,
      ratePerSecond: 500,
      isRepeatable: 1 as const,
      priority: 1,
      unitCost: parseMoney('0.0008'),
      remark: '号码状态，覆盖全部国家',
    },
    {
      ...made,
      providerCode: 'account-check',
      providerName: 'Example Account Check',
      endpoint: 'https://accounts.example.net/checks',
      capabilities: numberStatus | whatsappAccount | whatsappActivity | telegramAccount,
      countries: ['US', 'GB', 'DE', 'BR'],
      ratePerSecond: 80,
      priority: 5,
      unitCost: parseMoney('0.004'),
      legalBasis: '公开目录与用户授权；合同编号 EX-2026-014',
    },
  ]);
}
