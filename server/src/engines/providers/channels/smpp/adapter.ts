import { NotSent } from '../../ports.ts';
import type { MessageAdapter } from '../ports.ts';

/** An SMSC by SMPP. */
export const smppMessages: MessageAdapter = {
  send: () => Promise.reject(new NotSent('no bind')),
  probe: () => Promise.reject(new Error('no bind')),
};
