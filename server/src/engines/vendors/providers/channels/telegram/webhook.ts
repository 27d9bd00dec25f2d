import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { App } from '../../../../../kernel/app/index.ts';
import { neededRefusal } from '../../../../../kernel/http/errors.ts';
import { openSecretOf } from '../../../../../kernel/resource/sealed.ts';
import { providerErrors } from '../../errors.ts';
import type { ProviderRow } from '../../tables.ts';
import { webhookAddress } from '../address.ts';
import { type BotWebhook, botWebhookOf, setBotWebhook } from './bot.ts';

const ASK_MILLIS = 15_000;
const PROBLEM_MAX = 255;

/** State of a bot's webhook; `problem` when Telegram cannot be asked. */
interface ShownWebhook extends BotWebhook {
  readonly isOurs: boolean;
  readonly problem: string | null;
}

/** Returns the state of a bot's webhook at Telegram. @throws PROVIDER_NO_BOT */
export async function askBotWebhook(app: App, row: ProviderRow): Promise<ShownWebhook> {
  if (row.protocol !== providerProtocol.is.telegramBot) throw providerErrors.PROVIDER_NO_BOT();
  try {
    const found = await botWebhookOf(app, row, AbortSignal.timeout(ASK_MILLIS));
    return {
      ...found,
      isOurs: found.address !== '' && found.address === webhookAddress(provider.name, row),
      problem: null,
    };
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, PROBLEM_MAX);
    return { address: '', isOurs: false, pending: 0, lastError: null, lastErrorTime: null, problem };
  }
}

/**
 * Registers our address as the webhook of a bot, with its verify token, and returns the state at Telegram.
 * @throws PROVIDER_NO_BOT; BAD_REQUEST without an origin or a token
 */
export async function registerBotWebhook(app: App, row: ProviderRow, locale: 'zh' | 'en'): Promise<ShownWebhook> {
  if (row.protocol !== providerProtocol.is.telegramBot) throw providerErrors.PROVIDER_NO_BOT();
  const address = webhookAddress(provider.name, row);
  const secret = openSecretOf(app.secrets, provider, row, 'verifyToken');
  const needed = [...(address === null ? ['callbackOrigin'] : []), ...(secret === '' ? ['verifyToken'] : [])];
  if (address === null || needed.length > 0) throw neededRefusal(needed, provider, locale);
  try {
    await setBotWebhook(app, row, { address, secret }, AbortSignal.timeout(ASK_MILLIS));
  } catch (error) {
    throw providerErrors.BOT_WEBHOOK_REFUSED({ reason: error instanceof Error ? error.message : String(error) });
  }
  return askBotWebhook(app, row);
}
