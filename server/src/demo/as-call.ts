import { recordedIn } from '../kernel/audit/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';

/** Browsers of the people in the demo, as they describe themselves. */
export const AGENTS = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};

const ADDRESS = '198.51.100.10';

/** Runs work as a call of a user would, so that the trail records it. */
export const asCall = <T>(
  tx: Tx,
  actor: Actor,
  call: { readonly resource: string; readonly name: string; readonly asked: Readonly<Record<string, unknown>> },
  work: () => Promise<T>,
): Promise<T> =>
  recordedIn(
    tx,
    {
      ...{
        actor: { ...actor, ip: ADDRESS },
        tenantId: actor.tenantId,
        ip: ADDRESS,
        userAgent: AGENTS.desktop,
        traceId: '',
      },
      ...{ objectType: call.resource, action: call.name, asked: call.asked },
    },
    work,
  );
