import { useEffect, useState } from 'react';
import { knownSignInFacts, storeSignInFacts } from './facts.ts';
import { type HostTenant, loadHostTenant } from './sign-in.ts';
import { loadSources, type SocialSource } from './social.ts';

interface Host {
  /** The tenant of the host; undefined until known. */
  readonly tenant: HostTenant | undefined;
  readonly sources: readonly SocialSource[];
}

const knownHost = (): Host => {
  const { tenant, sources = [] } = knownSignInFacts();
  return { tenant, sources };
};

/**
 * Facts of the host that the login page depends on. Starts with those in the page, so that nothing appears late and
 * moves.
 */
export function useSignInFacts(): Host {
  const [host, setHost] = useState<Host>(knownHost);
  useEffect(() => {
    let isHere = true;
    void Promise.all([loadHostTenant(), loadSources()]).then(([tenant, sources]) => {
      const { tenant: before = {}, sources: others } = knownHost();
      // A failed request changes nothing.
      storeSignInFacts({ tenant: tenant ?? before, sources: sources ?? others });
      if (isHere) setHost(knownHost());
    });
    return () => {
      isHere = false;
    };
  }, []);
  return host;
}
