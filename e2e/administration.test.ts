import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney({ PRIVATE_ENDPOINTS: '1' });

/** A provider of text messages, and the requests it received. */
let provider: Server;
const received: string[] = [];
beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push(body);
      response.end('{"messageId":"m-1"}');
    });
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(() => void provider.close());

const HEADER = 'account,real name,email,birthday,platform,roles,departments,posts';
const listOf = (lines: readonly string[]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\n')),
});

it('a list of a thousand people is imported after its ten wrong lines are corrected', async () => {
  const good = Array.from({ length: 990 }, (_, n) => `listed_${n},Listed ${n},,,,,,`);
  const wrong = Array.from({ length: 10 }, (_, n) => `wrong_${n},Wrong ${n},nobody,,,,,`);
  const admin = await visit.person();
  await admin.signIn(ADMINISTRATOR, '/system/user/index');
  const people = async () => (await admin.ask('system/user/list', { size: '1' })).data.total as number;
  const before = await people();
  await admin.press('导入', admin.panel);
  const input = admin.drawer.locator('input[type="file"]');
  await input.setInputFiles(listOf([...good, ...wrong]));
  await admin.press('导入', admin.drawer);
  await admin.sees('共 1,000 行，10 行有误，没有导入任何内容', admin.drawer);
  const lines = admin.drawer.getByRole('row').filter({ hasText: 'wrong_' });
  await expect.poll(() => lines.count()).toBe(10);
  await lines.filter({ hasText: '1001' }).getByText('邮箱“nobody”有误').waitFor();
  expect(await people()).toBe(before);

  await input.setInputFiles(listOf([...good, ...wrong.map((line) => line.replace('nobody', ''))]));
  await admin.press('导入', admin.drawer);
  await admin.sees('已导入：新增 1,000', admin.drawer);
  expect(await people()).toBe(before + 1000);
});

it('a test message is sent through the provider, and a test upload is stored and read back', async () => {
  const admin = await visit.person();
  const endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  await admin.signIn(ADMINISTRATOR, '/resource/sms/index');
  await visit.product.db.pool.query(
    `insert into sys_sms (tenant_id, category, sms_code, endpoint, content, http_format, http_body, status)
     values ('000000', 6, 'harbour', $1, 'Your code is {code}', 2, E'to={phone}\\nmsg={text}', 1)`,
    [endpoint],
  );
  await admin.page.reload();
  await admin.pressMore('测试发送', admin.row('harbour'));
  await admin.drawer.getByLabel('手机号').fill('+12015550123');
  await admin.drawer.getByLabel('参数').fill('code=4829');
  await admin.press('发送', admin.drawer);
  await admin.drawer.getByText('已提交').waitFor();
  expect(received).toEqual(['to=12015550123&msg=Your+code+is+4829']);

  await admin.moveTo('/resource/oss/index');
  await admin.press('新增', admin.panel);
  await admin.drawer.getByLabel('存储类型', { exact: true }).click();
  await admin.page.getByTitle('本地存储', { exact: true }).click();
  await admin.fill(admin.drawer, { 资源编号: 'shelf' });
  await admin.press('保存', admin.drawer);
  await admin.pressMore('测试上传', admin.row('shelf'));
  await admin.press('开始测试', admin.drawer);
  await admin.sees('可以使用', admin.drawer);
});
