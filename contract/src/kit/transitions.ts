import { z } from 'zod';
import { type Call, type Guarded, guardOf } from './call.ts';
import type { Text } from './locale.ts';
import { ids } from './schema.ts';

/** A change of a row's state: a separate call, offered for the rows that allow it. */
export interface Transition {
  /** The action, such as “Enable”. */
  readonly title: Text;
  readonly from: readonly number[];
  readonly to: number;
  /** The permission action of the resource: `edit`. */
  readonly access: string;
  /** Whether a reason is given, which the row's history shows. */
  readonly reason?: 'required' | 'optional';
  /** The question asked before. */
  readonly confirm?: Text;
  readonly isDangerous?: true;
  /** Asks for two-step verification if the user has it (`stepUp` of a call). */
  readonly stepUp?: true | 'owned';
  /** The guarded subject it changes (`changes` of a call). */
  readonly changes?: Guarded;
}

export type Transitions = Readonly<Record<string, Transition>>;

/** The longest reason, in characters. */
export const REASON_MAX = 255;

/** The reason of a call whose client gives none, as history and audit trail show it. */
export const NO_REASON = '未填写原因 No reason given';

/** A reason that forms ask for and other clients may leave out, because the specification has none; a blank one is refused. */
export const statedReason = () => z.string().trim().min(1).max(REASON_MAX).default(NO_REASON);

type Moved = { ids: bigint[]; reason?: string | undefined };
type WireMoved = { ids: string; reason?: string | undefined };
type TransitionCalls<T extends Transitions> = {
  [K in keyof T]: Call<z.ZodType<Moved, WireMoved>, z.ZodUndefined, T[K]['access']> & {
    readonly standard: 'transition';
  };
};

/**
 * Returns a call for each transition: `ids` and, if required, `reason`. Moves all rows or none: STATE_CONFLICT names
 * the first in another state.
 */
export function transitionCalls<const T extends Transitions>(transitions: T): TransitionCalls<T> {
  const reason = z.string().trim().max(REASON_MAX);
  const calls = Object.entries(transitions).map(
    ([name, { title, access, reason: asked, ...guard }]): [string, Call] => [
      name,
      {
        methods: ['POST'],
        title,
        access,
        input: z.object({
          ids: ids(),
          ...(asked === 'required' ? { reason: reason.min(1) } : asked ? { reason: reason.optional() } : {}),
        }),
        data: z.undefined(),
        answer: 'envelope',
        idempotent: true,
        standard: 'transition',
        ...guardOf(guard),
      },
    ],
  );
  return Object.fromEntries(calls) as unknown as TransitionCalls<T>;
}
