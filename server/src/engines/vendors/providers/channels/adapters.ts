import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import type { App } from '../../../../kernel/app/index.ts';
import { NotSent } from '../ports.ts';
import type { ProviderRow } from '../tables.ts';
import type { MessageAdapter } from './ports.ts';
import { smppMessages } from './smpp/adapter.ts';
import { botMessages } from './telegram/bot.ts';
import { gatewayMessages } from './telegram/gateway.ts';
import { trialChannel } from './trial.ts';
import { whatsappMessages } from './whatsapp/cloud.ts';

const { whatsapp, telegramGateway, telegramBot, smpp, trial } = providerProtocol.is;

/** Returns the adapter of a sender's protocol; one of a later release is left to nodes that know it. */
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
    case trial:
      return trialChannel;
    default:
      return unknownProtocol;
  }
}

const refuse = async (): Promise<never> => {
  throw new NotSent('a protocol of a later release');
};
const unknownProtocol: MessageAdapter = { send: refuse, probe: refuse };
