import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Actor } from './auth/actor.ts';
import type { Treatments } from './log/redact.ts';

// What our server keeps with a request. Whoever reads it imports this file, so that it is known wherever that one is compiled.
declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, once the call's guard has let the request through. */
    actor?: Actor;
    locale: Locale;
  }
  interface FastifyContextConfig {
    /** How logs treat the parameters of the route's call, by name; others are hidden. */
    treatments?: Treatments;
  }
}

export type { FastifyRequest } from 'fastify';
