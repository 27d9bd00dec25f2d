import { afterAll, expect, it } from 'vitest';
import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { PIXEL } from '../testing/pixel.ts';
import { permissionOf, registeredCalls } from '../testing/registry-calls.ts';
import { openRole } from '../testing/role.ts';

const product = await testApp();
const agent = await product.agent();
afterAll(() => product.close());

/** Every call that stores files permanently. */
const takers = registeredCalls.filter(({ call }) => call.upload?.isAttachment);
/** Calls that store files without a particular resource; the permission for attachments opens these. */
/** Files of a field with its own permission. */
const READ_BY: Readonly<Record<string, string>> = {
  'agent/user/put-paper': 'contract',
  'whatsapp/supplier/put-paper': 'contact',
};
const GENERAL = ['resource/oss/endpoint/put-file', 'resource/oss/endpoint/put-file-attach'];
/** Calls that show stored files by a link: publicly, or with a ticket only. */
const PUBLIC = {
  'agent/product/put-cover': 'agent/product/cover',
  'app-manage/activity/put-cover': 'app-manage/activity/cover',
} as const;
const TICKETED = {
  'agent/recharge/put-proof': 'agent/recharge/proof',
  'agent/user/put-paper': 'agent/user/paper',
  'agent/verification/put-picture': 'agent/verification/picture',
  'agent/warranty-claim/put-proof': 'agent/warranty-claim/proof',
  'compliance/case/put-proof': 'compliance/case/proof',
  'compliance/consent/put-proof': 'compliance/consent/proof',
  'user/app-user/panel-proof': 'whatsapp/embedded-number-task/proof',
  'whatsapp/embedded-number-task/put-proof': 'whatsapp/embedded-number-task/proof',
  'sms/order-phone/put-proof': 'sms/order-phone/proof',
  'telegram/order-phone/put-proof': 'telegram/order-phone/proof',
  'whatsapp/order-phone/put-proof': 'whatsapp/order-phone/proof',
  'whatsapp/supplier-claim/put-proof': 'whatsapp/supplier-claim/proof',
  'whatsapp/supplier/put-paper': 'whatsapp/supplier/paper',
  'provider/provider/put-paper': 'provider/provider/paper',
  'sms/sms-phone/put-proof': 'sms/sms-phone/proof',
} as const;

async function taken(path: string): Promise<{ id: string; link: string | undefined }> {
  const { body, headers } = multipart({}, { name: 'a.png', content: PIXEL });
  const who = /^(agent\/(verification|recharge)|compliance\/consent)\//.test(path) ? agent : product.admin;
  const answer = await who.post(path, body, headers);
  expect([path, answer.body.msg]).toEqual([path, '操作成功']);
  const { rows } = await product.db.pool.query('select max(id)::text as id from kernel_file where source = $1', [path]);
  return { id: rows[0].id, link: answer.body.data.link };
}

it('a file needs the permission of its owner, and the one for attachments is not enough', async () => {
  const seen = ['view', 'download'].map((action) => `resource/attach:${action}`);
  await openRole(product.db, 'attachments', seen);
  const stranger = await product.staff('attachments');
  const opens = async (who: TestUser, id: string) => [
    (await who.get('resource/attach/preview', { id })).status,
    (await who.post('resource/attach/ticket', { id })).status,
  ];
  const found: Record<string, number[]> = {};
  for (const [index, { path, resource }] of takers.entries()) {
    const key = `owner_${index}`;
    const { id } = await taken(path);
    found[path] = await opens(stranger, id);
    if (GENERAL.includes(path)) continue;

    const reader = READ_BY[path];
    if (reader) {
      await openRole(product.db, `${key}_viewer`, [...seen, `${resource.name}:view`]);
      expect([path, await opens(await product.staff(`${key}_viewer`), id)]).toEqual([path, [403, 403]]);
    }
    await openRole(product.db, key, [...seen, `${resource.name}:${reader ?? 'view'}`]);
    expect([path, await opens(await product.staff(key), id)]).toEqual([path, [200, 200]]);
  }
  expect(found).toEqual(
    Object.fromEntries(takers.map(({ path }) => [path, GENERAL.includes(path) ? [200, 200] : [403, 403]])),
  );
});

it('a linked file needs a ticket with an expiry, unless it is public, and is not cached', async () => {
  const shows = registeredCalls.filter(
    ({ call, path }) => call.access === 'public' && call.answer === 'file' && !/^(desk\/task|resource)\//.test(path),
  );
  // Add a new call to one of the two lists.
  expect(shows.map(({ path }) => path).sort()).toEqual(
    [...new Set([...Object.values(PUBLIC), ...Object.values(TICKETED)])].sort(),
  );
  for (const [put, show] of Object.entries({ ...PUBLIC, ...TICKETED })) {
    const { link = '' } = await taken(put);
    const asked = (url: string) => product.server.inject({ url });
    const whole = await asked(link);
    expect([show, whole.statusCode, whole.rawPayload.equals(PIXEL)]).toEqual([show, 200, true]);
    const isTicketed = Object.keys(TICKETED).includes(put);
    expect(whole.headers['cache-control']).toBe(isTicketed ? 'no-store' : 'private, max-age=31536000, immutable');
    const [bare = '', ticket = ''] = link.split('&ticket=');
    expect((await asked(bare)).statusCode, show).toBe(isTicketed ? 404 : 200);
    if (!isTicketed) continue;
    const [until = '', signature = ''] = ticket.split('-');
    const forged = [
      `${Number(until) + 60}-${signature}`,
      `${until}-${signature.slice(0, -2)}xx`,
      `1000000000-${signature}`,
      until,
      '',
    ];
    for (const one of forged) expect((await asked(`${bare}&ticket=${one}`)).statusCode, `${show} ${one}`).not.toBe(200);
    // A ticket for another picture.
    const other = (await taken(put)).link ?? '';
    expect((await asked(`${other.split('&ticket=')[0]}&ticket=${ticket}`)).statusCode, show).toBe(404);
    const life = Number(until) - Date.now() / 1000;
    expect([life > 0, life <= 900]).toEqual([true, true]);
  }
});

it('files of a particular resource need a permission to view it', () => {
  const owners = takers.filter(({ path }) => !GENERAL.includes(path)).map(({ resource }) => resource);
  for (const resource of owners) {
    const detail = registeredCalls.find(({ path }) => path === `${resource.name}/detail`);
    expect([resource.name, detail?.call.access]).toEqual([resource.name, expect.stringMatching(/^(view|signed-in)$/)]);
    if (detail) expect(permissionOf(detail) ?? `${resource.name}:view`).toBe(`${resource.name}:view`);
  }
});
