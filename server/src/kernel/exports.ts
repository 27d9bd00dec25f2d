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

/** Calls that answer with rows as a file, made for somebody without a request of theirs. Whoever they are for, their rights are asked. */
export interface Exports {
  /** What the call is called, and what it was asked. @throws NOT_FOUND for no such call */
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
   * Makes it for whoever asked, with the rights they have now.
   * @param approved how many rows were approved @throws EXPORT_GREW, and whatever the call refuses
   */
  make(
    actor: Actor,
    asked: ExportAsked,
    approved: { readonly rows: number; readonly traceId: string },
  ): Promise<{ readonly name: string; readonly stream: Readable; readonly rows: number }>;
}
