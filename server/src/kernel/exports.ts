import type { Readable } from 'node:stream';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Actor } from './auth/actor.ts';
import type { SessionActor } from './auth/sessions.ts';

/** A requested export: the call, its parameters, and the reader's language and format. */
export interface ExportAsked {
  /** `whatsapp/warehouse/export`. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly locale: 'zh' | 'en';
  readonly zone: string;
}

/** The requested export in words. */
export interface AskedInWords {
  readonly name: Text | string;
  readonly note: Text | string;
}

/** Calls that return rows as a file, run for a user without a request. The rights of that user apply. */
export interface Exports {
  /** Returns title and input of the call in words. @throws NOT_FOUND for an unknown call */
  describe(asked: Pick<ExportAsked, 'call' | 'input'>): {
    readonly title: Text;
    readonly lines: readonly AskedInWords[];
  };
  /**
   * Returns the number of rows without making the file.
   * @throws NOT_FOUND for an unknown call, and the call's refusals, including a missing second factor
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
