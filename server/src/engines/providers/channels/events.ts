import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import type { ChannelEvent } from './ports.ts';
import { readBot } from './telegram/bot-events.ts';
import { readGateway } from './telegram/gateway-events.ts';
import { readWhatsapp } from './whatsapp/events.ts';

const { whatsapp, telegramGateway, telegramBot } = providerProtocol.is;
const READERS: Readonly<Record<number, (body: string) => ChannelEvent[] | undefined>> = {
  [whatsapp]: readWhatsapp,
  [telegramGateway]: readGateway,
  [telegramBot]: readBot,
};

/** Returns the events of a stored webhook; undefined for an unreadable body. */
export const readChannelEvents = (protocol: number, body: string): readonly ChannelEvent[] | undefined =>
  READERS[protocol]?.(body);
