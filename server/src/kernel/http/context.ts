import type { Readable } from 'node:stream';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app/index.ts';
import type { Actor } from '../auth/actor.ts';
import type { DataRule } from '../auth/data-rules.ts';
import type { Tx } from '../db/index.ts';
import type { StoredFile } from '../files/index.ts';

/** One request being answered. */
export interface Context {
  readonly app: App;
  /** The signed-in user; reading it in a public call throws UNAUTHENTICATED. */
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly locale: Locale;
  /** IANA zone of the request's wall times. */
  readonly zone: string;
  readonly traceId: string;
  readonly ip: string;
  readonly idempotencyKey: string | null;
  /** Whether the caller holds a full permission code, `whatsapp/warehouse:cost`. */
  can(permission: string): boolean;
  /** Data rules of the caller's roles for a resource. */
  ruleOf?(resource: string): DataRule | undefined;
  /**
   * Runs work in a transaction. In a call that honours an idempotency key it is the transaction that also holds the
   * key and the stored answer, so effect and answer commit together; use it wherever a handler changes anything.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The uploaded file, already in storage; FILE_REQUIRED when the request carried none. */
  upload(): StoredFile;
}

/** An answer that travels as a file. `name` may hold any character; it is encoded for the header. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly stream: Readable;
  /** How long a browser may cache it, in seconds; 0 disables caching. */
  readonly maxAgeSeconds: number;

  constructor(name: string, type: string, stream: Readable, maxAgeSeconds = 0) {
    this.name = name;
    this.type = type;
    this.stream = stream;
    this.maxAgeSeconds = maxAgeSeconds;
  }
}

export const fileAnswer = (answer: {
  name: string;
  type: string;
  stream: Readable;
  maxAgeSeconds?: number;
}): FileAnswer => new FileAnswer(answer.name, answer.type, answer.stream, answer.maxAgeSeconds);
