import type { Permission } from '@trade-assistant/contract/registry.ts';
import { useCallback } from 'react';
import { useSession } from './client/session.ts';

/**
 * Returns whether the signed-in user holds a permission: `useCan('whatsapp/warehouse:edit')`. The server decides; this
 * only hides.
 */
export const useCan = (code: Permission): boolean => useSession((session) => session.permissions.has(code));

/** A test for any code, for lists of actions. */
export function useCanAny(): (code: string) => boolean {
  const permissions = useSession((session) => session.permissions);
  return useCallback((code: string) => permissions.has(code), [permissions]);
}
