import type { z } from 'zod';
import type { Text } from '../../../kit/locale.ts';
import type { OpenScope } from '../dictionaries.ts';

/** A call of the partner interface. Its document, its reference page and its checks of input and answers are made from this. */
export interface PartnerCall<
  I extends z.ZodObject = z.ZodObject,
  D extends z.ZodType = z.ZodType,
  N extends string = string,
> {
  readonly name: N;
  readonly method: 'GET' | 'POST';
  /** Below `/api/open/v1`; `:id` is the id of a row. */
  readonly path: string;
  readonly group: Text;
  readonly title: Text;
  readonly about?: Text;
  readonly scope: OpenScope;
  /** Query of a GET, JSON body of a POST. */
  readonly input: I;
  readonly data: D;
  /** A text file, one line each, in place of JSON. */
  readonly isText?: true;
  /** An input as a partner would send it; ids in braces are those of the reader's own rows. */
  readonly example: z.input<I>;
}

export const partnerCall = <I extends z.ZodObject, D extends z.ZodType, const N extends string>(
  call: PartnerCall<I, D, N>,
): PartnerCall<I, D, N> => call;

/** A call that changes something needs an idempotency key. */
export const needsKey = ({ method }: Pick<PartnerCall, 'method'>): boolean => method === 'POST';
