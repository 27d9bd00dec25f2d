import { providerCapability, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { channelQuality } from '@trade-assistant/contract/message-dictionaries.ts';
import { providers } from '../engines/vendors/providers/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { sealingPurpose } from '../kernel/resource/sealed.ts';
import type { Secrets } from '../kernel/secrets/index.ts';

const { numberStatus, whatsappAccount, whatsappActivity, telegramAccount } = providerCapability.is;

const MESSAGES = 2;

type KeyName = 'apiKey' | 'secretKey' | 'verifyToken';

/** Returns sealed keys that open nothing, as a form wants them; none where nothing can be sealed. */
const keysOf = (tenantId: string, names: readonly KeyName[], secrets?: Secrets): Partial<Record<KeyName, string>> =>
  secrets
    ? Object.fromEntries(
        names.map((name) => [name, secrets.seal(`example-${name}`, sealingPurpose(provider.name, name, tenantId))]),
      )
    : {};

/** Two providers of number checks, disabled: the sandbox answers in trials, and their addresses do not exist. */
export async function openProviders(tx: Tx, actor: Actor, at: Date, secrets?: Secrets): Promise<void> {
  const made = {
    tenantId: actor.tenantId,
    createUser: actor.userId,
    createUserName: actor.realName,
    createTime: at,
    updateTime: at,
  };
  const keys = (names: readonly KeyName[]) => keysOf(made.tenantId, names, secrets);
  await tx.insert(providers).values([
    {
      ...made,
      ...keys(['apiKey', 'secretKey']),
      costCurrency: 'USD',
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
      ...keys(['apiKey', 'secretKey']),
      costCurrency: 'USD',
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
  await openSenders(tx, made, keys);
}

/** Trial channels, enabled, and a business number and a bot, disabled: there is no account for them. */
async function openSenders(
  tx: Tx,
  made: Pick<typeof providers.$inferInsert, 'tenantId'>,
  keys: (names: readonly KeyName[]) => Partial<Record<KeyName, string>>,
): Promise<void> {
  const sender = { ...made, kind: MESSAGES, capabilities: 0 };
  const trial = { ...sender, protocol: providerProtocol.is.trial, status: 1 };
  await tx.insert(providers).values([
    { ...trial, providerCode: 'trial-1', providerName: '试用号码一', ratePerSecond: 80, priority: 3 },
    { ...trial, providerCode: 'trial-2', providerName: '试用号码二', ratePerSecond: 20, priority: 6 },
    {
      ...sender,
      ...{ providerCode: 'business-us', providerName: 'Example US number', protocol: providerProtocol.is.whatsapp },
      ...{ senderNumber: '12015550100', senderAccount: '106540352242922', businessAccount: '102290129340398' },
      ...keys(['apiKey', 'secretKey', 'verifyToken']),
      ...{ portfolioCode: 'example', portfolioLimit: 2000, quality: channelQuality.is.green },
      ratePerSecond: 80,
      priority: 1,
    },
    {
      ...sender,
      ...keys(['apiKey', 'verifyToken']),
      ...{ providerCode: 'notice-bot', providerName: '通知机器人', protocol: providerProtocol.is.telegramBot },
      ...{
        senderAccount: 'example_bot',
        callbackOrigin: 'https://console.example.com',
        ratePerSecond: 25,
        priority: 4,
      },
    },
  ]);
}
