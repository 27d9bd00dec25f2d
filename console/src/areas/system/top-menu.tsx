import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const GrantPanel = lazyWithRetry(() => import('./top-menu/grant-panel.tsx'));

/** The top menus and the entries below each. */
export default resourcePage(topMenu, {
  rowActions: [
    {
      key: 'grant',
      label: { zh: '菜单配置', en: 'Choose menus' },
      permission: 'grant',
      on: 'both',
      panel: ({ rows, onClose }) => <GrantPanel rows={rows} onClose={onClose} />,
    },
  ],
});
