import type { Outbound } from '../../../../kernel/outbound/index.ts';

/** A payout as sent to a channel. Amounts as decimal text. */
export interface Payout {
  /** Its number at the channel: the same number is never paid twice. */
  readonly merchantNo: string;
  readonly amount: string;
  readonly currency: string;
  readonly network: string | null;
  readonly address: string | null;
  readonly bank: Readonly<Record<string, string | undefined>> | null;
  readonly note: string | null;
  /** When it was first submitted. */
  readonly sentTime: Date;
}

/**
 * State of a payout as its channel reports it. `absent`: the channel does not know it. `unknown`: the channel gave no answer, so the money
 * may have gone.
 */
export interface PayoutState {
  readonly state: 'accepted' | 'paid' | 'failed' | 'returned' | 'absent' | 'unknown';
  readonly channelNo?: string | undefined;
  readonly txHash?: string | undefined;
  readonly message?: string | undefined;
}

/** A payout service. Calls do not throw: an error is `unknown`. */
export interface PayoutPort {
  /** Submits a payout; submitting the same number again changes nothing. */
  submit(payout: Payout): Promise<PayoutState>;
  query(payout: Payout): Promise<PayoutState>;
}

export interface ChannelSettings {
  readonly endpoint: string;
  readonly merchantId: string;
  readonly signingSecret: string;
  readonly outbound: Outbound;
}
