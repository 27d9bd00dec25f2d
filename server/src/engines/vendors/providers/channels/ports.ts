import { NotSent } from '../ports.ts';

/** A part of a template with its values, in the form of the WhatsApp Business API. */
export interface TemplateComponent {
  readonly type: 'header' | 'body' | 'button';
  readonly sub_type?: string;
  readonly index?: string;
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
}

export type MessageContent =
  | {
      readonly kind: 'template';
      readonly name: string;
      readonly language: string;
      readonly components: readonly TemplateComponent[];
    }
  /** A verification code; the channel writes the text around it. */
  | { readonly kind: 'code'; readonly code: string; readonly senderUsername: string | null }
  | { readonly kind: 'text'; readonly text: string };

/** A message to one recipient. */
export interface OutgoingMessage {
  /** Ours, a UUID; channels that echo a reference return it with their receipts. */
  readonly reference: string;
  /** Null where only the channel's own id of the recipient is known. */
  readonly e164: bigint | null;
  /** Business-scoped id of WhatsApp, or id of a Telegram chat. */
  readonly userId: string | null;
  readonly content: MessageContent;
  /** How long the channel tries to deliver; null for the channel's default. */
  readonly ttlSeconds: number | null;
  /** The result of `prepare`, stored before the message is handed over. */
  readonly token: string | null;
  /** The address that the recipient sees; `type` as `smsSenderType`. Null for channels whose provider is the sender. */
  readonly from: { readonly address: string; readonly type: number } | null;
  /**
   * Joins the parts of a long text at the phone, 0–65,535; counts up by sender address and recipient. Null: the adapter counts by itself.
   */
  readonly partRef: number | null;
}

/** An error of a channel, matched by its code only. */
export interface ChannelError {
  readonly code: string;
  readonly text: string;
  /** How long the channel asks to wait. */
  readonly afterMillis?: number;
  /** Whether the server of the channel failed: an unlisted code is temporary then. */
  readonly isTemporary?: true;
}

/** A part of a long text that was handed over. */
export interface HandedPart {
  /** From 1. */
  readonly partNo: number;
  /** The channel's id as it came; null for none. */
  readonly vendorId: string | null;
  /** The id in the form in which receipts name it. */
  readonly vendorKey: string | null;
  /** Why the channel did not take this part. */
  readonly error: ChannelError | null;
}

/**
 * Answer to a message that was handed over.
 * - `accepted`: the channel has it; receipts follow under `messageId`.
 * - `refused`: nothing was sent; the error policy decides.
 */
export type Handed =
  | {
      readonly state: 'accepted';
      readonly messageId: string;
      /** Whether the channel holds it back for an assessment of the template's quality. */
      readonly isHeld?: boolean;
      /** Charge of the channel, decimal, in its own currency. */
      readonly cost?: string;
      /** Parts of a text, of which at least one was accepted; only channels that take them one by one have them. */
      readonly parts?: readonly HandedPart[];
    }
  | { readonly state: 'refused'; readonly error: ChannelError };

/** Nobody knows whether the channel has all parts of a message; those with an id or an error are known. */
export class InDoubt extends Error {
  override readonly name = 'InDoubt';
  readonly parts: readonly HandedPart[];
  constructor(message: string, parts: readonly HandedPart[]) {
    super(message);
    this.parts = parts;
  }
}

/** The channel takes nothing for a while, and received nothing of this message: neither an attempt nor a failure. */
export class Busy extends NotSent {
  readonly afterMillis: number;
  constructor(message: string, afterMillis: number) {
    super(message);
    this.afterMillis = afterMillis;
  }
}

/** A message from a recipient. */
export interface InboundEvent {
  readonly type: 'inbound';
  readonly messageId: string;
  readonly e164: bigint | null;
  readonly userId: string | null;
  /** The business number that received it. */
  readonly senderAccount: string | null;
  readonly kind: 'text' | 'picture' | 'file' | 'button' | 'other';
  readonly text: string | null;
  /** Of a button: the business's own name of it, which recipients do not see. */
  readonly payload?: string | null;
  /** The channel's id of the message that it answers. */
  readonly replyTo: string | null;
  readonly at: Date;
  /** Its place in a longer text, from 1; `ref` is the same in all parts. `assembleInbound` puts them together. */
  readonly part?: { readonly ref: string; readonly total: number; readonly no: number };
}

/** Something that a channel reports, by webhook or when asked. */
export type ChannelEvent =
  | StatusEvent
  | InboundEvent
  /** The recipient stopped or resumed messages of this business. */
  | {
      readonly type: 'preference';
      readonly e164: bigint | null;
      readonly userId: string | null;
      readonly isStopped: boolean;
      readonly isMarketingOnly: boolean;
      readonly at: Date;
    }
  /** A template changed at the channel; absent values are unchanged. */
  | {
      readonly type: 'template';
      /** The channel's id. An event has the id, or name and language. */
      readonly templateId: string | null;
      readonly name: string | null;
      /** In any spelling: `en_US`, `en-us`. */
      readonly language: string | null;
      /** As `templateStatus`. */
      readonly status?: number;
      /** As `channelQuality`. */
      readonly quality?: number;
      /** As `messageCategory`. */
      readonly category?: number;
      readonly reason?: string;
    }
  /** The sender changed: its quality, the limit of its portfolio, or whether it may send. */
  | {
      readonly type: 'account';
      readonly quality?: number;
      /** Unique recipients a day; 0 for no limit. */
      readonly portfolioLimit?: number;
      /** The channel's words for a restriction that forbids sending. */
      readonly restriction?: string;
    }
  /** A recipient has a new number or a new id of the channel. */
  | {
      readonly type: 'userChanged';
      /** Numbers and ids by which the recipient was known. */
      readonly from: readonly (bigint | string)[];
      readonly to: readonly (bigint | string)[];
    };

export interface StatusEvent {
  readonly type: 'status';
  /** The channel's id of the message. */
  readonly messageId: string;
  /** Other readings of the id, for channels that write it in several forms. */
  readonly otherIds?: readonly string[];
  /** Ours, where the channel echoes it. */
  readonly reference: string | null;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'expired' | 'revoked';
  readonly at: Date;
  readonly error: ChannelError | null;
  /** Charge that the channel reports. */
  readonly pricing: {
    readonly isBillable: boolean;
    readonly category: string | null;
    readonly type: string | null;
  } | null;
  readonly cost?: string;
  readonly isRefunded?: boolean;
  /** As `verificationResult`. */
  readonly verification?: number;
  /** The recipient as the channel names it; another one than ours is counted as foreign. */
  readonly e164: bigint | null;
  readonly userId: string | null;
  /** Our address that the message carried, where the channel names it. */
  readonly senderAccount?: string | null;
  /** Says that this is the answer to a part of the message `reference`, which came late. */
  readonly answer?: { readonly partNo: number; readonly vendorId: string | null };
}

/** A template as the channel has it. */
export interface ChannelTemplate {
  readonly templateId: string;
  readonly name: string;
  readonly language: string;
  readonly category: number;
  readonly status: number;
  readonly quality: number;
  readonly reason: string | null;
  /** Whether its parameters have names instead of positions. */
  readonly isNamed: boolean;
  /** Header, body, footer and buttons in the form of the API. */
  readonly components: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Hands messages to a channel. Each function throws `NotSent` when the channel certainly received nothing; after any other error it may
 * have received the message.
 */
export interface MessageAdapter {
  /**
   * Returns a token for a message, stored before `send`: a second `send` with it sends nothing again. Only channels that can make a
   * repetition safe have it.
   */
  prepare?(
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<{ token: string } | Extract<Handed, { state: 'refused' }>>;
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Handed>;
  /** Returns the state of a message by the channel's id; null for an unknown one. Only channels that can be asked have it. */
  ask?(messageId: string, signal: AbortSignal): Promise<StatusEvent | null>;
  templates?(signal: AbortSignal): Promise<readonly ChannelTemplate[]>;
  /** Checks that the channel works, without a message. Throws when it does not. */
  probe(signal: AbortSignal): Promise<void>;
}
