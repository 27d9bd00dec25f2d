import type { Readable } from 'node:stream';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Actor } from './auth/actor.ts';
import type { SessionActor } from './auth/sessions.ts';

/** An export as it was asked for: the call, what it was sent, and how the reader reads. */
export interface ExportAsked {
  /** `whatsapp/warehouse/export`. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly locale: 'zh' | 'en';
  readonly zone: string;
}

/** Something that was asked for, in words. */
export interface AskedInWords {
  readonly name: Text | string;
  readonly note: Text | string;
}

/** Calls that answer with rows as a file, made for somebody without a request of theirs. The rights of the user they are for apply. */
export interface Exports {
  /** Returns title and input of the call in words. @throws NOT_FOUND for an unknown call */
  describe(asked: Pick<ExportAsked, 'call' | 'input'>): {
    readonly title: Text;
    readonly lines: readonly AskedInWords[];
  };
  /**
   * How many rows it would hold, without making it.
   * @throws NOT_FOUND for no such call, and whatever the call refuses, a missing second factor included
   */
  measure(actor: Actor, asked: ExportAsked, request: { readonly caller: SessionActor | null }): Promise<number>;
  /**
   * Makes the export for the requester with present rights. @param approved number of approved rows @throws EXPORT_GREW, and the errors of
   * the call
   */
  make(
    actor: Actor,
    asked: ExportAsked,
    approved: { readonly rows: number; readonly traceId: string },
  ): Promise<{ readonly name: string; readonly stream: Readable; readonly rows: number }>;
}
