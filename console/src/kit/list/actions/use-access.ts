import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import { useCanAny } from '../../permission.tsx';

/** The rights of the signed-in user on a resource. */
export interface ResourceAccess {
  /** By permission action (`edit`) or full code; no action at all is allowed. */
  readonly can: (action: string | undefined) => boolean;
  readonly canCall: (name: string) => boolean;
  readonly canAdd: boolean;
  readonly canEdit: boolean;
  readonly canRemove: boolean;
  /** Removed rows can be restored at once. */
  readonly canRestore: boolean;
}

export function useAccess(resource: Resource): ResourceAccess {
  const hasPermission = useCanAny();
  return useMemo(() => {
    const can = (action: string | undefined) =>
      action === undefined || hasPermission(permissionCode(resource.name, action));
    const canCall = (name: string) => {
      const access = resource.calls[name]?.access;
      return access !== undefined && (access === 'public' || access === 'signed-in' || can(access));
    };
    const isFormUseful = Object.values(resource.fields).some(
      ({ options: { form } }) => form !== false && form !== 'create',
    );
    return {
      can,
      canCall,
      // A `submit` the kit did not make may change rows and add none; another `save` or `remove` has rules of its own.
      canAdd:
        (resource.calls['save']?.standard === 'save' && canCall('save')) ||
        (resource.calls['submit']?.standard === 'submit' && can('add')),
      canEdit: isFormUseful && (canCall('update') || canCall('submit')),
      canRemove: resource.calls['remove']?.standard === 'remove' && canCall('remove'),
      canRestore: canCall('restore'),
    };
  }, [hasPermission, resource]);
}
