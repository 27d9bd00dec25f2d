/** The used part of `smpp`; the library has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { LookupFunction, Server as NetServer, Socket } from 'node:net';

  interface Encoding {
    match(text: string): boolean;
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
  }
  type Send = (options: Record<string, unknown>, answered?: (pdu: Pdu) => void) => boolean;
  export interface Session extends EventEmitter {
    readonly socket: Socket;
    bind_transmitter: Send;
    submit_sm: Send;
    unbind: (answered?: (pdu: Pdu) => void) => boolean;
    send(pdu: Pdu): boolean;
    close(done?: () => void): void;
    destroy(done?: () => void): void;
  }
  interface ConnectOptions {
    readonly host: string;
    readonly port: number;
    readonly tls: boolean;
    readonly servername?: string;
    readonly lookup: LookupFunction;
  }
  const smpp: {
    connect(options: ConnectOptions): Session;
    createServer(listener: (session: Session) => void): NetServer;
    readonly encodings: { readonly ASCII: Encoding; readonly UCS2: Encoding };
    /** Command statuses by name: `ESME_RTHROTTLED`. */
    readonly errors: Readonly<Record<string, number>>;
  };
  export default smpp;
}
