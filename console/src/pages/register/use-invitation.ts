import type { agentInvitation } from '@trade-assistant/contract/areas/agent/invitation.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../kit/client/call-error.ts';
import { sendForData } from '../../kit/client/request.ts';
import { useText } from '../../kit/i18n.ts';
import { registerWords } from './words.ts';

export type Inviter = CallData<typeof agentInvitation, 'inviter', 'in'> & { readonly code: string };

interface Invitation {
  /** `asking`: there is no valid code yet. */
  readonly state: 'asking' | 'looking' | 'known';
  readonly failure?: string | undefined;
  readonly inviter?: Inviter | undefined;
  readonly look: (code: string) => void;
}

/** Fetches the agent of an invite code: at once for the one in the address, else for the typed one. */
export function useInvitation({ tenantId, code }: { readonly tenantId: string; readonly code: string }): Invitation {
  const t = useText();
  const [found, setFound] = useState<Omit<Invitation, 'look'>>({ state: code === '' ? 'asking' : 'looking' });
  // An object, because the same code may be requested again after a lost connection.
  const [asked, setAsked] = useState({ code });
  const look = useCallback((next: string) => setAsked({ code: next }), []);
  useEffect(() => {
    if (asked.code === '') return;
    const controller = new AbortController();
    setFound({ state: 'looking' });
    const input = { tenantId, inviteCode: asked.code };
    sendForData({ path: 'agent/invitation/inviter', method: 'GET', input, signal: controller.signal })
      .then((data) => setFound({ state: 'known', inviter: { ...(data as Omit<Inviter, 'code'>), code: asked.code } }))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const isSaid = error instanceof CallError && error.bizCode !== undefined;
        setFound({ state: 'asking', failure: isSaid ? error.message : t(registerWords.failed) });
      });
    return () => controller.abort();
  }, [asked, tenantId, t]);
  return { ...found, look };
}
