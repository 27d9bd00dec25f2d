/** The used part of `smpp`, the codec of the test SMSC; the library has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  interface Encoding {
    encode(text: string): Buffer;
    decode(bytes: Buffer): string;
  }
  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly message_id?: string;
    readonly [name: string]: unknown;
    response(options?: Record<string, unknown>): Pdu;
    toBuffer(): Buffer;
    isResponse(): boolean;
  }
  type Send = (options: Record<string, unknown>, answered?: (pdu: Pdu) => void) => boolean;
  export interface Session extends EventEmitter {
    readonly socket: Socket;
    deliver_sm: Send;
    data_sm: Send;
    bind_transceiver: Send;
    submit_sm: Send;
    enquire_link: (answered?: (pdu: Pdu) => void) => boolean;
    unbind: (answered?: (pdu: Pdu) => void) => boolean;
    send(pdu: Pdu): boolean;
    destroy(): void;
  }
  const smpp: {
    connect(options: { url: string }, connected: () => void): Session;
    createServer(listener: (session: Session) => void): NetServer;
    readonly PDU: new (command: string, options: Record<string, unknown>) => Pdu;
    readonly encodings: { readonly ASCII: Encoding; readonly LATIN1: Encoding; readonly UCS2: Encoding };
    /** Command statuses by name: `ESME_RTHROTTLED`. */
    readonly errors: Readonly<Record<string, number>>;
  };
  export default smpp;
}
