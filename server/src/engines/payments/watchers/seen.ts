import { network as networks } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { seenPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { z } from 'zod';
import { checksummed, plainAccountNo } from '../checksums.ts';
import type { SeenPayment } from './port.ts';

/** As payments are kept here and compared. Nothing of a network that is not served, and of nothing: wallets are sent such as bait. */
export function seenOf(told: z.output<typeof seenPayment>): SeenPayment[] {
  const network = told.network ? networks.values.find((value) => entryOf(networks, value)?.en === told.network) : null;
  if (network === undefined || told.amount <= 0n) return [];
  return [
    {
      network,
      address: addressOf(network, told.address),
      txHash: transactionOf(network, told.txHash),
      amount: told.amount,
      currency: told.currency.toUpperCase(),
      confirmations: told.confirmations,
      paidTime: new Date(told.paidTime * 1000),
      payer: told.payer || null,
      reference: told.reference || null,
    },
  ];
}

function addressOf(network: number | null, address: string): string {
  if (network === null) return plainAccountNo(address);
  return network !== networks.is.trc20 && /^0x[0-9a-f]{40}$/i.test(address) ? checksummed(address) : address;
}

/** In small letters, and as the network writes it: with 0x or without. */
export function transactionOf(network: number | null, given: string): string {
  if (network === null) return given;
  const digits = given.toLowerCase().replace(/^0x/, '');
  return network === networks.is.trc20 ? digits : `0x${digits}`;
}
