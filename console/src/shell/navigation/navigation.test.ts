import { describe, expect, test } from 'vitest';
import { canonicalPath, groupsAbove, leavesOf, type MenuEntry, pageName, placesOf } from './menu.ts';
import { isTabbed, screenAt } from './screens.ts';

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
const places = placesOf(menu);
const pages = new Set(['whatsapp/warehouse', 'finance/log', 'desk/task']);

describe('menu', () => {
  test('leaves get /index, with or without slashes around them', () => {
    expect(leavesOf(places).map(({ key }) => key)).toEqual([
      '/whatsapp/warehouse/index',
      '/whatsapp/inventory/index',
      '/myiframe/docs',
      'https://www.example/',
    ]);
  });

  test('a name without English shows the Chinese one', () => {
    expect(leavesOf(places)[1]?.title).toEqual({ zh: '库存', en: '库存' });
  });

  test('an address with http opens embedded, in a new window only when it says so', () => {
    expect(leavesOf(places).map(({ target }) => target?.kind)).toEqual(['page', 'page', 'embedded', 'window']);
  });

  test('groups that lead nowhere and second entries of one address are left out', () => {
    expect(places.map(({ title }) => title.zh)).toEqual(['WhatsApp', '文档', '官网']);
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
    ['/a/b/c', '/a/b/c'],
  ])('%s is %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
  });

  test('the name of a page is its file', () => {
    expect(pageName('/finance/log/index')).toBe('finance/log');
  });
});

describe('screens', () => {
  const kindAt = (path: string) => screenAt(path, places, pages).kind;

  test('an entry with a page shows the page', () => {
    expect(screenAt('/whatsapp/warehouse/index', places, pages)).toEqual({
      kind: 'page',
      page: 'whatsapp/warehouse',
      title: { zh: '仓库', en: 'Warehouse' },
    });
  });

  test('an entry without a page says so, a page without an entry is refused, anything else is unknown', () => {
    expect(kindAt('/whatsapp/inventory/index')).toBe('absent');
    expect(kindAt('/finance/log/index')).toBe('forbidden');
    expect(kindAt('/nothing/here/index')).toBe('unknown');
    expect(kindAt('/constructor/index')).toBe('unknown');
  });

  test('home and the task centre need no entry', () => {
    expect(screenAt('/wel/index', [], pages).kind).toBe('home');
    expect(screenAt('/desk/task/index', [], pages).kind).toBe('page');
  });

  test('what is refused or unknown gets no tab', () => {
    expect(isTabbed(screenAt('/finance/log/index', places, pages))).toBe(false);
    expect(isTabbed(screenAt('/whatsapp/inventory/index', places, pages))).toBe(true);
  });
});
