import type { CallData, CallInput, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Context, FileAnswer } from './context.ts';
import type { IdempotentAnswer, KeyedRequest } from './idempotency.ts';

/** Answers one call: the input is decoded (bigint ids, micro-unit money, dates), the answer is in the same types. */
export type Handler<R extends Resource, K extends keyof R['calls']> = (
  context: Context,
  input: CallInput<R, K, 'out'>,
) => Promise<R['calls'][K]['answer'] extends 'file' ? FileAnswer : CallData<R, K, 'out'> | FileAnswer>;

/**
 * A handler that processes idempotency keys itself, because its work shares a transaction with other
 * requests. `write` encodes the answer for the client and for storage under the key.
 */
export interface KeyedHandler<R extends Resource, K extends keyof R['calls']> {
  readonly keyed: (
    context: Context,
    input: CallInput<R, K, 'out'>,
    request: { readonly keyed: KeyedRequest | null; write(answer: CallData<R, K, 'out'>): unknown },
  ) => Promise<IdempotentAnswer>;
}

export type Handlers<R extends Resource, K extends keyof R['calls'] = keyof R['calls']> = {
  readonly [P in K]: Handler<R, P> | KeyedHandler<R, P>;
};

/** The calls of a resource that the kit does not implement. */
export type OwnCalls<R extends Resource> = {
  [K in keyof R['calls']]: R['calls'][K] extends { standard: string } ? never : K;
}[keyof R['calls']];

/** A handler of any call. */
export type AnyHandler =
  | ((context: Context, input: never) => Promise<unknown>)
  | {
      readonly keyed: (
        context: Context,
        input: never,
        request: { readonly keyed: KeyedRequest | null; write(answer: never): unknown },
      ) => Promise<IdempotentAnswer>;
    };

/** Export of a file below `areas/`: a resource and a handler for each call. */
export interface AreaModule {
  readonly resource: Resource;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /** Where its rows are, when the kit serves them; `computed` names the fields that are no column. */
  readonly rows?: { readonly table: PgTable; readonly computed: readonly string[] };
}

/** A module written by hand over engines: every call of the contract needs a handler, or it does not compile. */
export const serve = <R extends Resource>(resource: R, handlers: Handlers<R>): AreaModule => ({
  resource,
  handlers: handlers as AreaModule['handlers'],
});
