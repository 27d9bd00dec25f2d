import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { ProviderRow } from '../tables.ts';
import type { MessageAdapter } from './ports.ts';
import { smppMessages } from './smpp/adapter.ts';
import { botMessages } from './telegram/bot.ts';
import { gatewayMessages } from './telegram/gateway.ts';
import { trialChannel } from './trial.ts';
import { whatsappMessages } from './whatsapp/cloud.ts';

const { whatsapp, telegramGateway, telegramBot, smpp } = providerProtocol.is;

/** Returns the adapter of a sender's protocol. */
export function messageAdapterOf(
  app: Pick<App, 'outbound' | 'secrets'> & Partial<Pick<App, 'db'>>,
  row: ProviderRow,
): MessageAdapter {
  switch (row.protocol) {
    case whatsapp:
      return whatsappMessages(app, row);
    case telegramGateway:
      return gatewayMessages(app, row);
    case telegramBot:
      return botMessages(app, row);
    case smpp:
      return smppMessages(app, row);
    default:
      return trialChannel;
  }
}
