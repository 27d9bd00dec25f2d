import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import type { ChannelEvent } from './ports.ts';
import type { MessageSender } from './senders.ts';
import { readSmpp } from './smpp/reader.ts';
import { readBot } from './telegram/bot-events.ts';
import { readGateway } from './telegram/gateway-events.ts';
import { readWhatsapp } from './whatsapp/events.ts';

const { whatsapp, telegramGateway, telegramBot } = providerProtocol.is;
const READERS: Readonly<Record<number, (body: string) => ChannelEvent[] | undefined>> = {
  [whatsapp]: readWhatsapp,
  [telegramGateway]: readGateway,
  [telegramBot]: readBot,
};

/** Returns the events of a stored callback of a sender; undefined for an unreadable body. */
export const readChannelEvents = (
  { protocol, profile = null }: Pick<MessageSender, 'protocol'> & Partial<Pick<MessageSender, 'profile'>>,
  body: string,
): readonly ChannelEvent[] | undefined => (profile ? readSmpp(profile, body) : READERS[protocol]?.(body));
