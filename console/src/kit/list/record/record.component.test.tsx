import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  address,
  button,
  names,
  openShipList,
  refusal,
  reload,
  row,
  says,
  shipServer,
  shows,
} from '../list-fixture.tsx';

describe('a record', () => {
  const drawer = () => page.getByRole('dialog');
  const value = (name: string) => drawer().getByLabelText(name, { exact: true });

  test('is added with the initial values of its form', async () => {
    const server = shipServer(2);
    await openShipList('?new=1');
    await expect.element(value('船东')).toBeVisible();
    await userEvent.fill(value('船名'), 'Ship 900');
    await userEvent.keyboard('{Enter}');
    await says('新增成功');
    await expect.poll(names).toContain('Ship 900');
    const sent = server.asked.find(({ path }) => path.endsWith('save'));
    expect(sent?.body).toEqual({ name: 'Ship 900', size: 1 });
    expect(address()).toEqual({});
  });

  test('opens with the action in its address, once', async () => {
    shipServer(2);
    await openShipList('?record=2&act=ban');
    await expect.element(page.getByLabelText('原因')).toBeVisible();
    await expect.poll(address).toEqual({ record: '2' });
  });

  test('that another row refuses leads to that row', async () => {
    shipServer(2, { 'sea/ship/save': () => refusal('与 Ship 002 重复', { bizCode: 'SHIP_TAKEN', data: { id: '2' } }) });
    await openShipList('?new=1');
    await userEvent.fill(value('船名'), 'Ship 900');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('link', { name: '打开' }));
    await expect.poll(address).toEqual({ record: '2' });
  });

  test('that is not saved yet leads to the screen where it waits, with its own message', async () => {
    shipServer(2, { 'sea/ship/update': () => ({ id: null, asked: '1' }) });
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '编辑' }));
    await expect.element(value('船名')).toHaveValue('Ship 002');
    await userEvent.fill(value('备注'), 'mine');
    await userEvent.click(button('保存'));
    await says('等待船长同意');
    await expect.poll(address).toEqual({ record: '1' });
    expect(page.getByText('更新成功').elements()).toEqual([]);
  });

  test('sends only changed fields, with the version the form was filled from', async () => {
    const server = shipServer(2);
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '编辑' }));
    await expect.element(value('船名')).toHaveValue('Ship 002');
    await userEvent.fill(value('备注'), ' mine ');
    await userEvent.click(button('保存'));
    await says('更新成功');
    expect(server.asked.find(({ path }) => path.endsWith('update'))?.body).toEqual({
      id: '2',
      version: 1,
      note: 'mine',
    });
  });

  test('has no field that the user may not set', async () => {
    shipServer(2);
    await openShipList('?new=1', { permissions: ['sea/ship:view', 'sea/ship:add'] });
    await expect.element(value('船名')).toBeVisible();
    expect(value('船东').elements()).toEqual([]);
  });

  test('that was not changed is not sent', async () => {
    const server = shipServer(2);
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '编辑' }));
    await expect.element(value('船名')).toHaveValue('Ship 002');
    await userEvent.click(button('保存'));
    await expect.element(page.getByRole('dialog', { name: /查看/ })).toBeVisible();
    expect(server.asked.some(({ path }) => path.endsWith('update'))).toBe(false);
  });

  test('with changes asks before it closes, and restores them after a reload', async () => {
    shipServer(2);
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '编辑' }));
    await expect.element(value('船名')).toHaveValue('Ship 002');
    await userEvent.fill(value('船名'), 'Ship 002 changed');
    await userEvent.keyboard('{Escape}');
    await says('有未保存的修改');
    // A second Esc cancels the question and loses nothing.
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('有未保存的修改')).not.toBeInTheDocument();
    reload();
    // The record opens by its address, the form by the user.
    await says('草稿已保留，尚未提交：编辑 · 船 · Ship 002');
    await userEvent.click(button('继续填写'));
    await expect.element(value('船名')).toHaveValue('Ship 002 changed');
    await expect.element(value('吨位')).toHaveValue('20');
    await userEvent.click(button('取消'));
    await userEvent.click(button('继续编辑'));
    await expect.element(value('船名')).toHaveValue('Ship 002 changed');
    await userEvent.click(button('取消'));
    await userEvent.click(button('放弃修改'));
    await expect.element(drawer()).not.toBeInTheDocument();
    reload();
    await shows(1, 2);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  test('of a new record survives a reload, and is removed when it is discarded', async () => {
    shipServer(2);
    await openShipList();
    await userEvent.click(button('新增'));
    await userEvent.fill(value('船名'), 'Newland');
    await userEvent.fill(value('吨位'), '77');
    reload();
    await says('草稿已保留，尚未提交：新增 · 船');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    // Reading a record replaces no draft.
    await userEvent.click(row(2).getByRole('button', { name: '查看' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button('继续填写'));
    await expect.element(value('船名')).toHaveValue('Newland');
    await expect.element(value('吨位')).toHaveValue('77');
    await expect.element(button('继续填写')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button('放弃修改'));
    await expect.element(drawer()).not.toBeInTheDocument();
    await userEvent.click(button('新增'));
    await expect.element(value('船名')).toHaveValue('');
  });

  test('is kept beside the drafts of other forms of the list, each until its user ends it', async () => {
    shipServer(3);
    await openShipList();
    await userEvent.click(button('新增'));
    await userEvent.fill(value('船名'), 'Newland');
    reload();
    await says('草稿已保留，尚未提交：新增 · 船');
    await userEvent.click(row(2).getByRole('button', { name: '编辑' }));
    await expect.element(value('船名')).toHaveValue('Ship 002');
    await userEvent.fill(value('船名'), 'Ship 002 changed');
    reload();
    await says('草稿已保留，尚未提交：编辑 · 船 · Ship 002');
    await says('草稿已保留，尚未提交：新增 · 船');
    const draft = (words: string) => page.getByRole('status').filter({ hasText: words });
    await userEvent.click(draft('编辑 · 船').getByRole('button', { name: '继续填写' }));
    await expect.element(value('船名')).toHaveValue('Ship 002 changed');
    await userEvent.click(button('取消'));
    await userEvent.click(button('放弃修改'));
    await expect.element(drawer()).not.toBeInTheDocument();
    // The other draft is still there.
    await expect.element(draft('编辑 · 船')).not.toBeInTheDocument();
    await userEvent.click(draft('新增 · 船').getByRole('button', { name: '继续填写' }));
    await expect.element(value('船名')).toHaveValue('Newland');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button('放弃修改'));
    await expect.element(drawer()).not.toBeInTheDocument();
    reload();
    await shows(1, 2, 3);
    expect(page.getByText('草稿已保留').elements()).toEqual([]);
  });

  test('that another user has changed meanwhile is not overwritten unseen', async () => {
    const server = shipServer(2, {
      'sea/ship/update': ({ body }) => {
        const { id, version, ...changed } = body as { id: string; version: number };
        const before = server.ships.find((one) => one.id === id);
        if (before?.['version'] !== version) return refusal('数据已被他人修改', { bizCode: 'STALE_DATA' });
        server.ships = server.ships.map((one) => (one.id === id ? { ...one, ...changed } : one));
        return { id };
      },
    });
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '编辑' }));
    await expect.element(value('船名')).toHaveValue('Ship 002');
    await userEvent.fill(value('船名'), 'Ship 002, mine');
    server.ships = server.ships.map((one) => (one.id === '2' ? { ...one, tons: 99, version: 2 } : one));
    await userEvent.click(button('保存'));
    await says('已被他人修改');
    // After the conflict both changes are visible, and both are saved.
    await expect.element(value('吨位')).toHaveValue('99');
    await expect.element(value('船名')).toHaveValue('Ship 002, mine');
    await userEvent.click(button('保存'));
    await says('更新成功');
    expect(server.asked.filter(({ path }) => path.endsWith('update')).map(({ body }) => body)).toEqual([
      { id: '2', version: 1, name: 'Ship 002, mine' },
      { id: '2', version: 2, name: 'Ship 002, mine' },
    ]);
  });

  test('shows an error at its field', async () => {
    const data = { fields: [{ field: 'name', message: '船名已存在' }] };
    shipServer(2, { 'sea/ship/save': () => refusal('参数有误', { data }) });
    await openShipList('?new=1');
    await userEvent.fill(value('船名'), 'Ship 001');
    await userEvent.click(button('保存'));
    await says('船名已存在');
    expect(page.getByText('参数有误').elements()).toEqual([]);
  });
});
