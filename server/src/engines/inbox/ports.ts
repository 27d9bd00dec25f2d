import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { cancelTexts, isSuppressed, queueText, textPrice } from '../sending/index.ts';
import { type Phone, phones } from '../sms-senders/index.ts';

export type { InboundText, TextOutcome } from '../sending/index.ts';

export interface NewText {
  readonly tenantId: string;
  readonly ownerId: bigint;
  readonly phone: Phone;
  readonly e164: bigint;
  readonly text: string;
  readonly sessionId: bigint | null;
  readonly purpose: 'reply' | 'automatic' | 'confirmation';
  readonly document: { readonly bizType: string; readonly bizId: bigint; readonly bizNo: string } | null;
}

/** The parts of the program that send texts and lend phones. */
export interface TextPorts {
  /** @throws RECIPIENT_SUPPRESSED, TEXT_TOO_LONG, PRICE_NOT_FOUND, BALANCE_NOT_ENOUGH, BUYER_NOT_ALLOWED, UPLINE_DISABLED */
  queueText(app: App, tx: Tx, text: NewText): Promise<{ id: string; segments: number }>;
  cancelTexts(tx: Tx, sessionId: bigint, except?: readonly string[]): Promise<number>;
  /** Price of one part to a country; null without one. */
  replyPrice(
    app: App,
    tx: Tx,
    of: { tenantId: string; ownerId: bigint; countryCode: string },
  ): Promise<{ unitPrice: Micro; currency: string } | null>;
  isSuppressed(
    app: App,
    run: Pick<Tx, 'execute'>,
    of: { tenantId: string; ownerId: bigint; e164: bigint },
  ): Promise<boolean>;
}

/** Returns the addresses of phones by their ids. */
export async function senderNames(
  run: Pick<Tx, 'select'>,
  tenantId: string,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await run
    .select({ id: phones.id, phoneNo: phones.phoneNo })
    .from(phones)
    .where(and(eq(phones.tenantId, tenantId), inArray(phones.id, [...ids])));
  return new Map(rows.map(({ id, phoneNo }) => [id, phoneNo]));
}

const OWN: TextPorts = { queueText, cancelTexts, isSuppressed, replyPrice: textPrice };
let ports = OWN;

/** Replaces the parts that send texts, for tests without a channel; null: the program's own. */
export const setTextPorts = (given: TextPorts | null): void => {
  ports = given ?? OWN;
};

export const texts = (): TextPorts => ports;
