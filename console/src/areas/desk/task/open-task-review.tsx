import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Task } from '../../../features/tasks/use-task-progress.ts';
import { showWarning } from '../../../kit/feedback.tsx';
import { addressOfTask } from '../../../kit/list/state/use-addressed-task.ts';

/** Leads to the screen on which a waiting task is looked over. */
export function OpenTaskReview({ row, onClose }: { row: Task; onClose: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    const address = addressOfTask(row);
    if (address) void navigate(address);
    else showWarning({ zh: '该任务没有可打开的页面', en: 'There is no page for this task' });
    onClose();
  }, [navigate, onClose, row]);
  return null;
}
