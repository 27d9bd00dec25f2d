import type { Outbound } from '../../../../kernel/outbound/index.ts';

/** A payment as a watcher saw it. */
export interface SeenPayment {
  /** Null for a bank. */
  readonly network: number | null;
  /** The receiving address or account number. */
  readonly address: string;
  /** The transaction hash, or the bank's transfer number. */
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

/** A waiting recharge, which a sandbox then pays. */
export interface WaitingRecharge extends Pick<SeenPayment, 'network' | 'address' | 'amount' | 'currency'> {
  readonly rechargeNo: string;
  /** Hash of its payment, if it has one. */
  readonly txHash: string | null;
  readonly createTime: Date;
}

/** One page of payments: each is listed when it is first seen and again with each new confirmation. */
export interface SeenPage {
  readonly payments: readonly SeenPayment[];
  /** Cursor of the next page. */
  readonly cursor: string | null;
  /** Descriptions of payments that could not be read. */
  readonly problems: readonly string[];
}

/** A service that reports incoming payments. Throws when it does not answer. */
export interface WatchPort {
  read(cursor: string | null, waiting: readonly WaitingRecharge[]): Promise<SeenPage>;
}

export interface WatcherSettings {
  readonly endpoint: string;
  readonly merchantId: string;
  readonly signingSecret: string;
  readonly outbound: Outbound;
}
