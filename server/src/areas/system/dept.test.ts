import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());

let count = 0;
async function dept(deptName: string, parentId: string | null = null): Promise<string> {
  count += 1;
  const form = { code: `d${count}`, deptName, deptNameEn: `${deptName} en`, deptCategory: 2, sort: count, parentId };
  const { status, body } = await product.admin.post('system/dept/submit', form);
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.id;
}
const move = (id: string, parentId: string | null) => product.admin.post('system/dept/submit', { id, parentId });
const get = async (call: string, input: Record<string, unknown> = {}) =>
  (await product.admin.get(`system/dept/${call}`, input)).body.data;

/** Returns every department whose path differs from its position. */
async function misplaced(): Promise<unknown[]> {
  const { rows } = await product.db.pool.query(`
    with recursive placed as (
      select id, '/' || id || '/' as place from sys_dept where parent_id is null
      union all select d.id, place || d.id || '/' from sys_dept d join placed p on p.id = d.parent_id
    )
    select d.id, d.path, p.place from sys_dept d join placed p using (id) where d.path <> p.place`);
  return rows;
}

describe('departments', () => {
  it('move together with everything below them', async () => {
    const [east, west] = [await dept('东部'), await dept('西部')];
    const branch = await dept('分部', east);
    const team = await dept('小组', branch);
    const { id: member } = await product.staff('support');
    await product.db.pool.query('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [`${member}`, team]);
    const peopleOf = async (deptId: string) =>
      (await product.admin.get('system/user/page', { deptId })).body.data.records.map(({ id }: { id: string }) => id);
    expect([await peopleOf(east), await peopleOf(west)]).toEqual([[`${member}`], []]);

    expect((await move(branch, west)).status).toBe(200);
    expect([await peopleOf(east), await peopleOf(west)]).toEqual([[], [`${member}`]]);
    expect((await move(branch, null)).status).toBe(200);
    expect([await peopleOf(west), await peopleOf(branch)]).toEqual([[], [`${member}`]]);
    expect(await misplaced()).toEqual([]);
  });

  it('have the right path after concurrent moves and additions', async () => {
    const [a, b, c] = [await dept('甲'), await dept('乙'), await dept('丙')];
    const inner = await dept('内', a);
    const answers = await Promise.all([
      move(a, b),
      move(b, c),
      move(inner, null),
      product.admin.post('system/dept/submit', {
        code: 'come',
        deptName: '新',
        deptNameEn: 'New',
        deptCategory: 3,
        sort: 1,
        parentId: inner,
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await misplaced()).toEqual([]);
    expect((await move(c, a)).body.bizCode).toBe('TREE_CYCLE');
  });

  it('removed with their descendants are restored to the present place of their parents', async () => {
    const [north, south] = [await dept('北部'), await dept('南部')];
    const station = await dept('站', north);
    await product.admin.post('system/dept/remove', { ids: station });
    await move(north, south);
    expect((await product.admin.post('system/dept/restore', { ids: station })).status).toBe(200);
    expect(await misplaced()).toEqual([]);
  });

  it('with users or departments in them cannot be removed, and the error names these', async () => {
    const used = await dept('有人');
    const person = await product.staff('support');
    await product.db.pool.query('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [`${person.id}`, used]);
    const { body } = await product.admin.post('system/dept/remove', { ids: used });
    expect([body.bizCode, body.msg]).toEqual(['IN_USE', expect.stringContaining('已被用户引用（共 1 个：')]);
    const above = await dept('有下级');
    await dept('下级', above);
    expect((await product.admin.post('system/dept/remove', { ids: above })).body.msg).toContain('已被下级机构引用');
  });

  it('are listed level by level and as a whole', async () => {
    const root = await dept('树根');
    const leaf = await dept('树叶', root);
    expect(await get('lazy-list', { parentId: root })).toMatchObject([{ id: leaf, parentId: root, hasChildren: 0 }]);
    const node = { title: '树叶', titleEn: '树叶 en', key: leaf, value: leaf };
    expect(await get('lazy-tree', { parentId: root })).toEqual([{ ...node, id: leaf, parentId: root, hasChildren: 0 }]);
    const roots = await get('lazy-tree', { parentId: '0' });
    expect(roots.find(({ id }: { id: string }) => id === root)).toMatchObject({ parentId: '0', hasChildren: 1 });
    expect((await get('lazy-list')).map(({ id }: { id: string }) => id)).toContain(root);
    const whole = await get('tree');
    expect(whole.find(({ id }: { id: string }) => id === root)).toMatchObject({ children: [{ ...node, id: leaf }] });
  });
});
