import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { addressOfTask } from '../../../features/tasks/address-of-task.ts';
import type { Task } from '../../../features/tasks/use-task-progress.ts';
import { showWarning } from '../../../kit/feedback.tsx';

/** Leads to the screen on which a waiting task is looked over. */
export function OpenTaskReview({ row, onClose }: { row: Task; onClose: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    const address = addressOfTask(row);
    if (address) void navigate(address);
    else showWarning({ zh: '该任务没有可打开的页面', en: 'This task has no related page' });
    onClose();
  }, [navigate, onClose, row]);
  return null;
}
