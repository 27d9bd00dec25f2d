import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const GrantPanel = lazyWithRetry(() => import('./top-menu/grant-panel.tsx'));

/** The menus across the top, and what each of them leads to. */
export default resourcePage(topMenu, {
  sort: 'sort',
  help: { zh: '把侧边菜单分成几部分，不影响权限', en: 'Parts of the side menu; they give no rights' },
  rowActions: [
    {
      key: 'grant',
      label: { zh: '菜单配置', en: 'Choose menus' },
      may: 'grant',
      on: 'both',
      panel: ({ rows, onClose }) => <GrantPanel rows={rows} onClose={onClose} />,
    },
  ],
  alsoInvalidates: ['system/menu'],
  empty: {
    zh: '新增一个顶部菜单，再为它选择菜单，它就会出现在顶栏',
    en: 'Add a top menu and choose its menus; it then stands in the top bar',
  },
});
