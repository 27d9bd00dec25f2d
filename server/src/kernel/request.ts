import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Actor } from './auth/actor.ts';
import type { Treatments } from './log/redact.ts';

// Properties our server adds to a request. Readers import this file, so that the compiler knows them.
declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, once the call's guard has let the request through. */
    actor?: Actor;
    /** The caller's address, read at the start: the framework cannot tell it once the connection has ended. */
    address: string;
    locale: Locale;
  }
  interface FastifyContextConfig {
    /** How logs treat the parameters of the route's call, by name; others are hidden. */
    treatments?: Treatments;
  }
}

export type { FastifyRequest } from 'fastify';
