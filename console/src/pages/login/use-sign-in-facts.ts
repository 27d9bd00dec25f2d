import { useEffect, useState } from 'react';
import { knownSignInFacts, storeSignInFacts } from './facts.ts';
import { type HostTenant, loadHostTenant } from './sign-in.ts';
import { loadSources, type SocialSource } from './social.ts';

interface Host {
  /** What this host is bound to; undefined until known. */
  readonly tenant: HostTenant | undefined;
  readonly sources: readonly SocialSource[];
}

const knownHost = (): Host => {
  const { tenant, sources = [] } = knownSignInFacts();
  return { tenant, sources };
};

/** What the login page depends on here. Begins with what came with the page, so that nothing appears late and moves. */
export function useSignInFacts(): Host {
  const [host, setHost] = useState<Host>(knownHost);
  useEffect(() => {
    let isHere = true;
    void Promise.all([loadHostTenant(), loadSources()]).then(([tenant, sources]) => {
      const { tenant: before = {}, sources: others } = knownHost();
      // Who cannot be asked has changed nothing.
      storeSignInFacts({ tenant: tenant ?? before, sources: sources ?? others });
      if (isHere) setHost(knownHost());
    });
    return () => {
      isHere = false;
    };
  }, []);
  return host;
}
