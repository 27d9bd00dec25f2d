import type { ReactNode } from 'react';
import type { PanelSlot, Row, ToolbarAction } from '../types.ts';

/** Action above a list of pending decisions that opens its review queue (`parts/review-queue.tsx`). */
export const reviewAction = (permission: string, panel: (slot: PanelSlot<Row>) => ReactNode): ToolbarAction => ({
  key: 'review',
  label: { zh: '逐条审核', en: 'Review one by one' },
  permission,
  isPrimary: true,
  panel,
});
