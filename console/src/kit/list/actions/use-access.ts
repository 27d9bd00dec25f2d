import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import { useCanAny } from '../../permission.tsx';

/** The rights of the signed-in user on a resource. */
export interface ResourceAccess {
  /** Returns whether a permission action (`edit`) or full code is held; true for undefined. */
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
      // A custom `submit` may change rows but add none; a custom `save` or `remove` has its own rules.
      canAdd:
        (resource.calls['save']?.standard === 'save' && canCall('save')) ||
        (resource.calls['submit']?.standard === 'submit' && can('add')),
      canEdit: isFormUseful && (canCall('update') || canCall('submit')),
      canRemove: resource.calls['remove']?.standard === 'remove' && canCall('remove'),
      canRestore: canCall('restore'),
    };
  }, [hasPermission, resource]);
}
