import type { Tx } from '../../../../kernel/db/index.ts';
import type { InboundEvent } from '../ports.ts';
import type { MessageSender } from '../senders.ts';

/** Returns the whole message of which an event is a part; null while parts are missing. */
export const assembleInbound = async (
  _tx: Tx,
  _sender: MessageSender,
  event: InboundEvent,
): Promise<InboundEvent | null> => event;
