import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../kit/storage.ts';
import { type HostTenant, loadHostTenant } from './sign-in.ts';
import { loadSources, type SocialSource } from './social.ts';

interface Host {
  /** What this host is bound to; undefined until known. */
  readonly tenant: HostTenant | undefined;
  readonly sources: readonly SocialSource[];
}

const NAME = 'host';

/** What the login page depends on here. Begins with what it was the last time, so that nothing appears late and moves. */
export function useHost(): Host {
  const [host, setHost] = useState<Host>(() => {
    const kept = readStored<Partial<Host>>(NAME);
    return { tenant: kept?.tenant, sources: Array.isArray(kept?.sources) ? kept.sources : [] };
  });
  useEffect(() => {
    let isHere = true;
    void Promise.all([loadHostTenant(), loadSources()]).then(([tenant, sources]) => {
      writeStored(NAME, { tenant, sources });
      if (isHere) setHost({ tenant, sources });
    });
    return () => {
      isHere = false;
    };
  }, []);
  return host;
}
