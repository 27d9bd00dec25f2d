import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import { useCanAny } from '../../permission.tsx';

/** What the signed-in user may do with a resource. */
export interface ResourceAccess {
  /** By permission action (`edit`) or full code; no action at all is allowed. */
  readonly may: (action: string | undefined) => boolean;
  readonly mayCall: (name: string) => boolean;
  readonly canAdd: boolean;
  readonly canEdit: boolean;
  readonly canRemove: boolean;
  /** What was removed can be brought back at once. */
  readonly canRestore: boolean;
}

export function useAccess(resource: Resource): ResourceAccess {
  const can = useCanAny();
  return useMemo(() => {
    const may = (action: string | undefined) => action === undefined || can(permissionCode(resource.name, action));
    const mayCall = (name: string) => {
      const access = resource.calls[name]?.access;
      return access !== undefined && (access === 'public' || access === 'signed-in' || may(access));
    };
    const isFormUseful = Object.values(resource.fields).some(
      ({ options: { form } }) => form !== false && form !== 'create',
    );
    return {
      may,
      mayCall,
      // A `submit` the kit did not make may change rows and add none; another `save` or `remove` has rules of its own.
      canAdd:
        (resource.calls['save']?.standard === 'save' && mayCall('save')) ||
        (resource.calls['submit']?.standard === 'submit' && mayCall('submit') && may('add')),
      canEdit: isFormUseful && (mayCall('update') || mayCall('submit')),
      canRemove: resource.calls['remove']?.standard === 'remove' && mayCall('remove'),
      canRestore: mayCall('restore'),
    };
  }, [can, resource]);
}
