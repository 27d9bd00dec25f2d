import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { expect } from 'vitest';
import type { Caller } from './app.ts';
import { SMSC } from './smsc.ts';
import { TELEGRAM } from './telegram-server.ts';
import { WHATSAPP } from './whatsapp-server.ts';

const { whatsapp, telegramGateway, telegramBot, trial, smpp } = providerProtocol.is;
let count = 0;

/** A product whose administrator can be called. */
export interface WithAdmin {
  readonly admin: Caller;
}

/** Forms of senders that the test servers know, by protocol. */
export const senderForms = {
  whatsapp: () => ({
    ...{ protocol: whatsapp, apiKey: WHATSAPP.token, secretKey: WHATSAPP.appSecret, verifyToken: WHATSAPP.verifyToken },
    ...{ senderNumber: `+${WHATSAPP.number}`, senderAccount: WHATSAPP.phoneId, portfolioLimit: 1000 },
    businessAccount: WHATSAPP.businessAccount,
  }),
  gateway: () => ({ protocol: telegramGateway, apiKey: TELEGRAM.gatewayToken }),
  bot: () => ({
    ...{ protocol: telegramBot, apiKey: TELEGRAM.botToken, verifyToken: TELEGRAM.botSecret },
    senderAccount: TELEGRAM.botName,
  }),
  trial: () => ({ protocol: trial }),
  /** Needs the address of an SMSC. */
  smpp: () => ({ protocol: smpp, systemId: SMSC.systemId, apiKey: SMSC.password }),
} as const;

/** Adds an enabled sender; `more` overrides its form. @returns its id */
export async function addSender(
  product: WithAdmin,
  protocol: keyof typeof senderForms,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  count += 1;
  const { body } = await product.admin.post('provider/provider/submit', {
    ...{ kind: 2, providerCode: `${protocol}-${count}`, providerName: `Sender ${count}`, ratePerSecond: 10_000 },
    ...senderForms[protocol](),
    ...more,
  });
  expect(body).toMatchObject({ code: 200 });
  const enabled = await product.admin.post('provider/provider/enable', { ids: body.data.id });
  expect(enabled.body).toMatchObject({ code: 200 });
  return body.data.id;
}
