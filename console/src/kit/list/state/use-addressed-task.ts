import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAddressOf } from './address.ts';

const PARAMETER = 'task';

/** The address at which a task that waits for a confirmation is looked over; undefined where no screen knows how. */
export const addressOfTask = (task: { taskNo: string; bizType: string | null }): string | undefined =>
  task.bizType && /^[a-z-]+\/[a-z-]+$/.test(task.bizType)
    ? `/${task.bizType}?${PARAMETER}=${encodeURIComponent(task.taskNo)}`
    : undefined;

/** Opens the task an address names, once: the name leaves the address again. */
export function useAddressedTask(resourceName: string, open: (taskNo: string) => void): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const taskNo = isAddressOf(pathname, resourceName) ? new URLSearchParams(search).get(PARAMETER) : null;
  const openOnce = useEffectEvent((named: string) => {
    const rest = new URLSearchParams(search);
    rest.delete(PARAMETER);
    void navigate({ search: rest.size > 0 ? `?${rest}` : '' }, { replace: true });
    open(named);
  });
  useEffect(() => {
    if (taskNo !== null) openOnce(taskNo);
  }, [taskNo]);
}
