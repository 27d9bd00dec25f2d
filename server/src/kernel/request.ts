import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Actor } from './auth/actor.ts';

// What our server keeps with a request. Whoever reads it imports this file, so that it is known wherever that one is compiled.
declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, once the call's guard has let the request through. */
    actor?: Actor;
    locale: Locale;
  }
  interface FastifyContextConfig {
    /** Parameters whose values no log holds. */
    unlogged?: readonly string[];
  }
}

export type { FastifyRequest } from 'fastify';
