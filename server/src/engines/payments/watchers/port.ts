import type { Outbound } from '../../../kernel/outbound/index.ts';

/** A payment as a watcher saw it. */
export interface SeenPayment {
  /** Null for a bank. */
  readonly network: number | null;
  /** The address, or the number of the account, that received it. */
  readonly address: string;
  /** The transaction, or the bank's number of the transfer. */
  readonly txHash: string;
  /** In millionths of the currency. */
  readonly amount: bigint;
  readonly currency: string;
  readonly confirmations: number;
  readonly paidTime: Date;
  readonly payer: string | null;
  /** Reference text of the payer. */
  readonly reference: string | null;
}

/** A recharge that waits for its payment, which a sandbox then pays. */
export interface WaitingRecharge extends Pick<SeenPayment, 'network' | 'address' | 'amount' | 'currency'> {
  readonly rechargeNo: string;
  /** Of the payment it has. */
  readonly txHash: string | null;
  readonly createTime: Date;
}

/** One page of payments: each is listed when it is first seen and again with each new confirmation. */
export interface SeenPage {
  readonly payments: readonly SeenPayment[];
  /** Cursor of the next page. */
  readonly cursor: string | null;
  /** Payments that could not be read, in words. */
  readonly problems: readonly string[];
}

/** A service that sees payments arrive. Throws when it does not answer. */
export interface WatchPort {
  read(cursor: string | null, waiting: readonly WaitingRecharge[]): Promise<SeenPage>;
}

export interface WatcherSettings {
  readonly endpoint: string;
  readonly merchantId: string;
  readonly signingSecret: string;
  readonly outbound: Outbound;
}
