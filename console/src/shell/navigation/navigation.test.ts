import { describe, expect, test } from 'vitest';
import { canonicalPath, groupsAbove, leafPlaces, type MenuEntry, menuPlaces, pageName, searchOf } from './menu.ts';
import { placeShown, withPins } from './pins.ts';
import { tabLabel } from './route-names.ts';
import { destinationOf, screenAt, unlistedPlaces } from './screens.ts';

const menu: MenuEntry[] = [
  {
    id: '1',
    name: 'WhatsApp',
    source: 'WhatsAppOutlined',
    children: [
      { id: '2', name: '仓库', nameEn: 'Warehouse', path: '/whatsapp/warehouse', code: 'warehouse', children: [] },
      { id: '3', name: '库存', nameEn: null, path: 'whatsapp/inventory' },
    ],
  },
  { id: '4', name: '文档', nameEn: 'Docs', path: 'https://docs.example/a?b=1', code: 'docs', isOpen: 1 },
  { id: '5', name: '官网', path: 'https://www.example/', isOpen: 2 },
  { id: '6', name: '空', children: [{ id: '7', name: '没有地址' }] },
  { id: '8', name: '又一个仓库', path: '/whatsapp/warehouse/' },
];
const places = menuPlaces(menu);
const pages = new Set(['whatsapp/warehouse', 'finance/log', 'desk/task']);

describe('menu', () => {
  test('leaves get /index, with or without slashes around them', () => {
    expect(leafPlaces(places).map(({ key }) => key)).toEqual([
      '/whatsapp/warehouse/index',
      '/whatsapp/inventory/index',
      '/myiframe/docs',
      'https://www.example/',
    ]);
  });

  test('a name without English shows the Chinese one', () => {
    expect(leafPlaces(places)[1]?.title).toEqual({ zh: '库存', en: '库存' });
  });

  test('opens an address with http embedded, and in a new window only when the entry requires it', () => {
    expect(leafPlaces(places).map(({ target }) => target?.kind)).toEqual(['page', 'page', 'embedded', 'window']);
  });

  test('groups that lead nowhere and second entries of one address are left out', () => {
    expect(places.map(({ title }) => title.zh)).toEqual(['WhatsApp', '文档', '官网']);
  });

  test('an entry with the name of its group stands alone, with the icon of the group', () => {
    const inside = (name: string) =>
      menuPlaces([
        { id: '1', name: '报表', source: 'BarChartOutlined', children: [{ id: '2', name, path: '/report/report' }] },
      ]);
    expect(inside('报表')).toEqual([
      expect.objectContaining({ key: '/report/report/index', icon: 'BarChartOutlined', children: [] }),
    ]);
    expect(inside('自定义报表')).toEqual([expect.objectContaining({ key: 'group:1' })]);
  });

  test('the groups above a place are found', () => {
    expect(groupsAbove(places, '/whatsapp/inventory/index')).toEqual(['group:1']);
    expect(groupsAbove(places, '/myiframe/docs')).toEqual([]);
    expect(groupsAbove(places, '/nowhere')).toBeUndefined();
  });
});

describe('addresses', () => {
  test.each([
    ['/', '/wel/index'],
    ['/wel', '/wel/index'],
    ['/wel/index', '/wel/index'],
    ['/finance/log', '/finance/log/index'],
    ['/finance/log/', '/finance/log/index'],
    ['/finance/log/index', '/finance/log/index'],
    ['/myiframe/docs', '/myiframe/docs'],
    ['/a/b/c', '/a/b/c/index'],
    ['/test', '/test/index'],
    ['/wel/dashboard', '/wel/dashboard'],
    ['/wel/dashboard/index', '/wel/dashboard'],
    ['/wel/dashboard/index/', '/wel/dashboard'],
  ])('%s is %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
  });

  test('the name of a page is its file', () => {
    expect(pageName('/finance/log/index')).toBe('finance/log');
  });
});

describe('the target of a menu entry', () => {
  const one = (entry: Partial<MenuEntry>, roles: readonly string[] = []) =>
    leafPlaces(menuPlaces([{ id: '1', name: '条目', path: '/a/b', code: 'a/b', ...entry }], roles))[0];

  test('is for the roles it names alone', () => {
    expect(one({ meta: { roles: ['finance', 'admin'] } }, ['admin'])).toBeDefined();
    expect(one({ meta: { roles: ['finance'] } }, ['admin', ''])).toBeUndefined();
    expect(one({ meta: { roles: [] } })).toBeDefined();
  });

  test('uses its own icon, or the default one', () => {
    expect(one({ source: 'KeyOutlined' })?.icon).toBe('KeyOutlined');
    expect(one({ source: '' })?.icon).toBe('AppstoreOutlined');
  });

  test('a name by key, a query, no tab', () => {
    expect(one({ meta: { i18n: 'dashboard' } })?.title).toEqual({ zh: '数据看板', en: 'Dashboard' });
    expect(one({ meta: { i18n: 'constructor' } })?.title.zh).toBe('条目');
    expect(one({ meta: { query: { status: '1', name: '本周' } } })?.target).toEqual({
      kind: 'page',
      path: '/a/b/index',
      search: '?status=1&name=%E6%9C%AC%E5%91%A8',
    });
    expect(one({ meta: { isTab: 0 } })?.isTabless).toBe(true);
    expect(one({ meta: { isTab: 1 } })?.isTabless).toBeUndefined();
  });

  test('a new window: of the page, or of the address in its query', () => {
    expect(one({ meta: { target: '_blank' } })?.target).toEqual({ kind: 'window', url: '/a/b/index' });
    const url = (text: string) => one({ meta: { target: '_blank', query: { url: text } } })?.target;
    expect(url('https://www.example/x')).toEqual({ kind: 'window', url: 'https://www.example/x' });
    expect(url('/help/guide.html')).toEqual({ kind: 'window', url: '/help/guide.html' });
    expect(url('javascript:alert(1)')).toEqual({ kind: 'window', url: '/a/b/index' });
    expect(url('//evil.example')).toEqual({ kind: 'window', url: '/a/b/index' });
  });

  test('an embedded page carries its fields as query', () => {
    const target = one({ path: 'help/guide.html', code: 'help/guide', meta: { query: { chapter: '2' } } })?.target;
    expect(target).toMatchObject({ kind: 'embedded', id: '1', url: 'help/guide.html', path: '/myiframe/help-guide' });
    expect(Object.fromEntries(new URLSearchParams((target as { search: string }).search))).toEqual({
      name: '条目',
      src: 'help/guide.html',
      chapter: '2',
    });
  });
});

test('the menu may set the tab title of an address in words or by key', () => {
  const own = (search: string) => tabLabel(search, search);
  expect(own('?name=%20Top%20ten%20')).toEqual({ zh: 'Top ten', en: 'Top ten' });
  expect(own('?i18n=dict&name=x')).toEqual({ zh: '字典', en: 'Dictionaries' });
  expect(own('?i18n=toString')).toBeUndefined();
  expect(own('?status=1')).toBeUndefined();
  expect(tabLabel('?name=Top&status=1', '?name=Top')).toEqual({ zh: 'Top', en: 'Top' });
  // A list writes its own query, and knows nothing of names.
  expect(tabLabel('?status=1', '?name=Top')).toEqual({ zh: 'Top', en: 'Top' });
  expect(tabLabel('', '?name=Top')).toEqual({ zh: 'Top', en: 'Top' });
});

test('a filter of a list names nothing', () => {
  expect(tabLabel('?name=Hello', '')).toBeUndefined();
  expect(tabLabel('?i18n=dict', '')).toBeUndefined();
  expect(tabLabel('?name=Hello', '?name=Top')).toBeUndefined();
});

test('the query the menu opens an address with is known', () => {
  expect(searchOf(places, '/myiframe/docs')).toContain('src=');
  expect(searchOf(places, '/whatsapp/warehouse/index')).toBe('');
  expect(searchOf(places, '/no/such/page')).toBe('');
});

describe('screens', () => {
  test('an entry with a page shows the page', () => {
    expect(screenAt('/whatsapp/warehouse/index', places, pages)).toEqual({
      kind: 'page',
      page: 'whatsapp/warehouse',
      title: { zh: '仓库', en: 'Warehouse' },
    });
  });

  test('reports an entry without a page, refuses a page without an entry, and knows no other address', () => {
    expect(screenAt('/whatsapp/inventory/index', places, pages)).toMatchObject({ kind: 'absent' });
    expect(screenAt('/finance/log/index', places, pages)).toBe('forbidden');
    expect(screenAt('/nothing/here/index', places, pages)).toBe('unknown');
    expect(screenAt('/constructor/index', places, pages)).toBe('unknown');
  });

  test.each(['/wel/dashboard', '/test/index', '/dict-horizontal/index', '/dict-vertical/index', '/info/index'])(
    '%s needs no entry',
    (path) => expect(screenAt(path, [], pages)).toMatchObject({ kind: 'absent', title: expect.anything() }),
  );

  test('pages that need no entry are further places, unless the menu has them or this version lacks them', () => {
    const all = new Set([...pages, 'wel/dashboard', 'info', 'test', 'dict-horizontal', 'dict-vertical']);
    const keys = (among: typeof places, of: ReadonlySet<string>) => unlistedPlaces(among, of).map(({ key }) => key);
    expect(keys([], all)).toEqual([
      '/desk/task/index',
      '/wel/dashboard',
      '/info/index',
      '/test/index',
      '/dict-horizontal/index',
      '/dict-vertical/index',
    ]);
    expect(keys(menuPlaces([{ id: '1', name: '任务', path: '/desk/task' }]), pages)).toEqual([]);
    for (const { key } of unlistedPlaces(places, all))
      expect(screenAt(key, places, all), key).toMatchObject({ kind: 'page' });
  });

  test('home and the task centre need no entry', () => {
    expect(screenAt('/wel/index', [], pages)).toMatchObject({ kind: 'home' });
    expect(screenAt('/desk/task/index', [], pages)).toMatchObject({ kind: 'page' });
  });
});

describe('a navigation', () => {
  const from = (address: string, open: readonly string[] = []) => {
    const [pathname = '', search] = address.split('?');
    const isOpen = (path: string) => open.includes(path);
    const found = destinationOf(pathname, search === undefined ? '' : `?${search}`, { places, pages, isOpen });
    return found.kind === 'go' ? found.to : found.screen.kind;
  };
  const docs = '/myiframe/docs?name=%E6%96%87%E6%A1%A3&src=https%3A%2F%2Fdocs.example%2Fa%3Fb%3D1';

  test('ends at the one spelling of an address', () => {
    expect(from('/whatsapp/warehouse?status=1')).toBe('/whatsapp/warehouse/index?status=1');
    expect(from('/test')).toBe('/test/index');
    expect(from('/wel/dashboard/index?day=1')).toBe('/wel/dashboard?day=1');
    expect(from('/whatsapp/warehouse/index')).toBe('page');
  });

  test('leads unknown addresses to 404, and pages outside the menu to 403', () => {
    expect(from('/nothing/here/index')).toBe('/404');
    expect(from('/finance/log/index')).toBe('/403');
  });

  test('shows in its tab that an open page is no longer permitted', () => {
    expect(from('/finance/log/index', ['/finance/log/index'])).toBe('lost');
  });

  test('embeds only addresses of the menu, none from the address bar', () => {
    expect(from('/myiframe/docs')).toBe(docs);
    expect(from(docs)).toBe('embedded');
    expect(from('/myiframe/urlPath?src=https%3A%2F%2Fdocs.example%2Fa%3Fb%3D1')).toBe(docs);
    expect(from('/myiframe/urlPath?src=https%3A%2F%2Fevil.example%2F')).toBe('/403');
    expect(from('/myiframe/other')).toBe('/404');
  });
});

test('pinned views are below the page of their list, and one of them is the place shown', () => {
  const places = menuPlaces([
    { id: '1', name: '仓库', children: [{ id: '2', name: '库存', path: '/whatsapp/warehouse' }] },
    { id: '3', name: '任务', path: '/desk/task' },
  ]);
  const pins = [
    { id: '7', name: 'Listed', screen: 'whatsapp/warehouse' },
    { id: '8', name: 'Gone', screen: 'finance/log' },
  ];
  const pinned = withPins(places, pins);
  expect(leafPlaces(pinned).map(({ key }) => key)).toEqual([
    '/whatsapp/warehouse/index',
    '/whatsapp/warehouse/index?view=7',
    '/desk/task/index',
  ]);
  const path = '/whatsapp/warehouse/index';
  expect(placeShown(pinned, path, '?view=7&status=1')).toBe(`${path}?view=7`);
  expect(placeShown(pinned, path, '?view=9')).toBe(path);
  expect(placeShown(pinned, path, '')).toBe(path);
});
