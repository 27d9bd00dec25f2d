import { network as networks } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { seenPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { z } from 'zod';
import { checksummed, plainAccountNo } from '../checksums.ts';
import type { SeenPayment } from './port.ts';

/**
 * Returns a reported payment in the stored notation. Empty for an unserved network and for amounts of zero, which are
 * sent to wallets as bait.
 */
export function seenOf(reported: z.output<typeof seenPayment>): SeenPayment[] {
  const network = reported.network
    ? networks.values.find((value) => entryOf(networks, value)?.en === reported.network)
    : null;
  if (network === undefined || reported.amount <= 0n) return [];
  return [
    {
      network,
      address: addressOf(network, reported.address),
      txHash: transactionOf(network, reported.txHash),
      amount: reported.amount,
      currency: reported.currency.toUpperCase(),
      confirmations: reported.confirmations,
      paidTime: new Date(reported.paidTime * 1000),
      payer: reported.payer || null,
      reference: reported.reference || null,
    },
  ];
}

function addressOf(network: number | null, address: string): string {
  if (network === null) return plainAccountNo(address);
  return network !== networks.is.trc20 && /^0x[0-9a-f]{40}$/i.test(address) ? checksummed(address) : address;
}

/** Returns a hash in lower case and in the notation of the network: with or without 0x. */
export function transactionOf(network: number | null, given: string): string {
  if (network === null) return given;
  const digits = given.toLowerCase().replace(/^0x/, '');
  return network === networks.is.trc20 ? digits : `0x${digits}`;
}
