import type { CallData, CallInput, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Context, FileAnswer } from './context.ts';

/** Answers one call: the input is decoded (bigint ids, micro-unit money, dates), the answer is in the same types. */
export type Handler<R extends Resource, K extends keyof R['calls']> = (
  context: Context,
  input: CallInput<R, K, 'out'>,
) => Promise<R['calls'][K]['answer'] extends 'file' ? FileAnswer : CallData<R, K, 'out'> | FileAnswer>;

export type Handlers<R extends Resource, K extends keyof R['calls'] = keyof R['calls']> = {
  readonly [P in K]: Handler<R, P>;
};

/** The calls of a resource the kit does not make by itself. */
export type OwnCalls<R extends Resource> = {
  [K in keyof R['calls']]: R['calls'][K] extends { standard: string } ? never : K;
}[keyof R['calls']];

/** What a file below `areas/` exports: a resource and an answer for each of its calls. */
export interface AreaModule {
  readonly resource: Resource;
  readonly handlers: Readonly<Record<string, (context: Context, input: never) => Promise<unknown>>>;
}

/** A module written by hand over engines: every call of the contract needs a handler, or it does not compile. */
export const serve = <R extends Resource>(resource: R, handlers: Handlers<R>): AreaModule => ({
  resource,
  handlers: handlers as AreaModule['handlers'],
});
