import { createHash } from 'node:crypto';
import { verificationResult } from '@trade-assistant/contract/message-dictionaries.ts';
import { jsonOf } from '../../../../../kernel/outbound/signed.ts';
import { type Json, named, numberOf, objectOf, textOf, timeOf } from '../json.ts';
import type { ChannelEvent, StatusEvent } from '../ports.ts';

const STATUSES: Readonly<Record<string, StatusEvent['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  expired: 'expired',
  revoked: 'revoked',
};
const { valid, invalid, tooMany, expired } = verificationResult.is;
const VERIFICATIONS: Readonly<Record<string, number>> = {
  code_valid: valid,
  code_invalid: invalid,
  code_max_attempts_exceeded: tooMany,
  expired,
};

/** Returns the state of a request without the code that the recipient entered; undefined for a body that is none. */
export function withoutCode(body: string): { readonly key: string; readonly body: string } | undefined {
  const given = objectOf(jsonOf(body));
  if (textOf(given['request_id']) === null) return undefined;
  const { code_entered: _, ...verification } = objectOf(given['verification_status']);
  const rest = {
    ...given,
    ...(given['verification_status'] === undefined ? {} : { verification_status: verification }),
  };
  const text = JSON.stringify(rest);
  return { key: createHash('sha256').update(text).digest('hex'), body: text };
}

/** Reads the state of a request of the Gateway; undefined for a body that is none. */
export function readGateway(body: string): ChannelEvent[] | undefined {
  const event = requestStatusOf(objectOf(jsonOf(body)));
  return event && [event];
}

/** Returns the state of a request as an event. A refunded one that was never reported expired. */
export function requestStatusOf(given: Json): StatusEvent | undefined {
  const messageId = textOf(given['request_id']);
  if (messageId === null) return undefined;
  const delivery = objectOf(given['delivery_status']);
  const verification = objectOf(given['verification_status']);
  const isRefunded = given['is_refunded'] === true;
  const result = named(VERIFICATIONS, verification['status']);
  const cost = textOf(given['request_cost']);
  return {
    type: 'status',
    messageId,
    reference: textOf(given['payload']),
    status: named(STATUSES, delivery['status']) ?? (isRefunded ? 'expired' : 'sent'),
    at: timeOf(delivery['updated_at'] ?? verification['updated_at']),
    error: null,
    pricing: null,
    ...(cost === null ? {} : { cost }),
    ...(isRefunded ? { isRefunded } : {}),
    ...(result === undefined ? {} : { verification: result }),
    e164: numberOf(given['phone_number']),
    userId: null,
  };
}
