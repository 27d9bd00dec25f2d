import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { OptionalPiece } from '../../kit/optional-piece.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const TakeoverNotice = lazyWithRetry(() => import('./menu/takeover-notice.tsx'));
const ArrangePanel = lazyWithRetry(() => import('./menu/arrange-panel.tsx'));
const PreviewPanel = lazyWithRetry(() => import('./menu/preview-panel.tsx'));

/** Menus level by level, with the buttons below each of them. */
export default resourcePage(menu, {
  leading: ['name', 'source'],
  summary: () => (
    <OptionalPiece>
      <TakeoverNotice />
    </OptionalPiece>
  ),
  toolbarActions: [
    {
      key: 'arrange',
      label: { zh: '调整顺序', en: 'Reorder' },
      permission: 'edit',
      panel: ({ onClose }) => <ArrangePanel onClose={onClose} />,
    },
    {
      key: 'preview',
      label: { zh: '按角色预览', en: 'Preview as a role' },
      panel: ({ onClose }) => <PreviewPanel onClose={onClose} />,
    },
  ],
  isRemovable: (row) => row.isBuiltIn === 0,
});
