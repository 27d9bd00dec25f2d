import { afterAll, describe, expect, it, test } from 'vitest';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { announced, daysFromNow, explained } from '../../testing/contents.ts';
import { PIXEL } from '../../testing/pixel.ts';

const product = await testApp();
const editor = await product.staff('admin');
const support = await product.staff('support');
const agent = await product.agent();
const subUser = await product.agent({ parent: agent, subUser: true });
afterAll(() => product.close());

const NEWS = 'app-manage/announcement';
const HELP = 'app-manage/instruction';
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const seenBy = async (who: TestUser) => idsOf((await who.get(`${NEWS}/current`)).body.data);
const popupsOf = async (who: TestUser) => idsOf((await who.get(`${NEWS}/popups`)).body.data);
const upload = async (resource: string) => {
  const { body, headers } = multipart({}, { name: 'picture.png', content: PIXEL });
  return (await editor.post(`${resource}/put-picture`, body, headers)).body.data.id as string;
};

describe('an announcement', () => {
  it('is seen by its readers alone, from its publish time until it expires or is withdrawn', async () => {
    const forAll = await announced(product);
    const forAgents = await announced(product, { targets: 1 });
    const forStaff = await announced(product, { targets: 8 });
    const coming = await announced(product, { publishTime: daysFromNow(1) });
    const over = await announced(product, { publishTime: daysFromNow(-2), expireTime: daysFromNow(-1) });
    const abroad = await announced(product, { countries: ['DE'] });
    const pinned = await announced(product, { top: 1, publishTime: daysFromNow(-9) });
    expect(await seenBy(agent)).toEqual([pinned, forAgents, forAll]);
    expect(await seenBy(subUser)).toEqual([pinned, forAll]);
    expect(await seenBy(support)).toEqual([pinned, forStaff, forAll]);
    for (const id of [coming, over, abroad, forStaff])
      expect((await agent.get(`${NEWS}/article`, { id })).status).toBe(404);
    await product.db.pool.query(`update sys_user set phone = '+4915550123456' where id = $1`, [agent.id]);
    expect(await seenBy(agent)).toContain(abroad);
    const all = [forAll, forAgents, forStaff, abroad, pinned].join();
    expect((await editor.post(`${NEWS}/withdraw`, { ids: all })).status).toBe(200);
    expect(await seenBy(agent)).toEqual([]);
  });

  it('refuses an expiry before the publish time and a text that shows nothing, each at its field', async () => {
    const form = { title: 'x', publishTime: daysFromNow(0), content: '<p>x</p>' };
    for (const [change, field] of [
      [{ expireTime: daysFromNow(-1) }, 'expireTime'],
      [{ content: '<p> </p><script>x</script>' }, 'content'],
    ] as const) {
      const { status, body } = await editor.post(`${NEWS}/submit`, { ...form, ...change });
      expect([status, body.data.fields.map((fault: { field: string }) => fault.field)]).toEqual([400, [field]]);
    }
    const { id } = (await editor.post(`${NEWS}/submit`, { ...form, contentEn: '<p></p>' })).body.data;
    expect((await editor.get(`${NEWS}/detail`, { id })).body.data).toMatchObject({
      contentEn: null,
      status: 0,
      titleEn: 'x',
    });
  });

  it('pops up until its reader confirms it, once for each reader, and counts its readers', async () => {
    const ordinary = await announced(product, { popup: 1 });
    const urgent = await announced(product, { popup: 1, level: 3 });
    await announced(product);
    expect(await popupsOf(agent)).toEqual([urgent, ordinary]);
    const answers = await Promise.all([1, 2].map(() => agent.post(`${NEWS}/read`, { ids: `${urgent},${ordinary}` })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await popupsOf(agent)).toEqual([]);
    expect(await popupsOf(support)).toEqual([urgent, ordinary]);
    await support.post(`${NEWS}/read`, { ids: urgent });
    expect((await editor.get(`${NEWS}/detail`, { id: urgent })).body.data.readCount).toBe(2);
    const { data } = (await agent.get(`${NEWS}/current`)).body;
    expect(data.find(({ id }: { id: string }) => id === urgent)).toMatchObject({ isRead: true });
  });

  it('of other readers is not marked as read', async () => {
    const id = await announced(product, { targets: 8 });
    await agent.post(`${NEWS}/read`, { ids: id });
    expect((await editor.get(`${NEWS}/detail`, { id })).body.data.readCount).toBe(0);
  });

  it('shows its pictures to its readers, and keeps them when its removal is undone', async () => {
    const picture = await upload(NEWS);
    const id = await announced(product, { targets: 1, content: `<p>See</p><img data-file="${picture}">` });
    const lifeOf = async () =>
      (await product.db.pool.query('select expires_at from kernel_file where id = $1', [picture])).rows[0].expires_at;
    expect((await agent.get(`${NEWS}/picture`, { id: picture })).raw).toEqual(PIXEL);
    expect((await subUser.get(`${NEWS}/picture`, { id: picture })).status).toBe(404);
    // Not as a picture of another resource.
    expect((await editor.get(`${HELP}/picture`, { id: picture })).status).toBe(404);
    expect(await lifeOf()).toBeNull();
    await editor.post(`${NEWS}/remove`, { ids: id });
    expect([await lifeOf(), (await agent.get(`${NEWS}/picture`, { id: picture })).status]).toEqual([
      expect.any(Date),
      404,
    ]);
    await editor.post(`${NEWS}/restore`, { ids: id });
    expect([await lifeOf(), (await agent.get(`${NEWS}/picture`, { id: picture })).status]).toEqual([null, 200]);
  });
});

describe('the help centre', () => {
  const articles = async (who: TestUser, more: object = {}) =>
    (await who.get(`${HELP}/articles`, { lang: 2, ...more })).body.data;

  it('finds articles by words of title and text, in the language of the reader, with the place found', async () => {
    const content = '<h2>Fees</h2><p>Withdrawals cost <b>one</b> dollar &amp; take a day.</p><script>alert(1)</script>';
    const english = await explained(product, { title: 'Withdrawals', content });
    const chinese = await explained(product, { title: '提现说明', lang: 1, content: '<p>提现需要一天</p>' });
    const hidden = await explained(product, { title: 'Withdrawals of tomorrow', status: 0 });
    const [found] = await articles(agent, { keyword: 'ONE DOLLAR &' });
    expect(found).toMatchObject({ id: english, excerpt: expect.stringContaining('cost one dollar & take') });
    expect(idsOf(await articles(agent, { keyword: '一天', lang: 1 }))).toEqual([chinese]);
    expect(idsOf(await articles(agent, { keyword: 'withdrawals' }))).toEqual([english]);
    expect(await articles(agent, { keyword: '100%_' })).toEqual([]);
    expect((await agent.get(`${HELP}/article`, { id: hidden })).status).toBe(404);
    expect((await agent.get(`${HELP}/article`, { id: english })).body.data.content).not.toContain('script');
  });

  it('shows articles about screens to those who may open one of them', async () => {
    const general = await explained(product);
    const staffOnly = await explained(product, { screens: ['system/user'] });
    const both = await explained(product, { screens: ['system/user', 'agent/recharge'] });
    expect(idsOf(await articles(agent))).toEqual(expect.arrayContaining([general, both]));
    expect(idsOf(await articles(agent))).not.toContain(staffOnly);
    expect((await agent.get(`${HELP}/article`, { id: staffOnly })).status).toBe(404);
    expect((await agent.post(`${HELP}/view`, { id: staffOnly })).status).toBe(404);
    expect(idsOf(await articles(product.admin))).toContain(staffOnly);
    const { links } = (await agent.get(`${HELP}/article`, { id: both })).body.data;
    expect(links).toEqual([{ screen: 'agent/recharge', title: expect.any(String) }]);
    await explained(product, { lang: 1, screens: ['agent/lease'] });
    expect((await agent.get(`${HELP}/topics`)).body.data).toEqual(['agent/lease']);
  });

  it('counts readings without changing the version of the article', async () => {
    const id = await explained(product);
    for (const who of [agent, subUser]) expect((await who.post(`${HELP}/view`, { id })).status).toBe(200);
    expect((await editor.get(`${HELP}/detail`, { id })).body.data).toMatchObject({ viewCount: 2, version: 1 });
  });

  test.each(['../etc', 'agent/Recharge', 'https://x.example', 'a/b/c'])(
    'refuses %s as the address of a screen',
    async (screen) => {
      const { status, body } = await editor.post(`${HELP}/submit`, {
        title: 'x',
        content: '<p>x</p>',
        screens: [screen],
      });
      expect([status, body.data.fields[0].field]).toEqual([400, 'screens.0']);
    },
  );
});
