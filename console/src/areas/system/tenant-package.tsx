import { tenantPackage } from '@trade-assistant/contract/areas/system/tenant-package.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const GrantPanel = lazyWithRetry(() => import('./tenant-package/grant-panel.tsx'));

/** Packages: the most a tenant can use, and the number of tenants with each. */
export default resourcePage(tenantPackage, {
  rowActions: [
    {
      key: 'grant',
      label: { zh: '设置菜单', en: 'Choose menus' },
      permission: 'grant',
      panel: ({ rows: [row], onClose }) => row && <GrantPanel row={row} onClose={onClose} />,
    },
  ],
});
