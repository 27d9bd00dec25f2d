import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailJob, purgeMail, queueMail } from '../../engines/office/mail/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { startTask } from '../../kernel/jobs/index.ts';
import { testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';

const MASK = '••••••••';
const smtp = await startSmtpServer();
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
await product.work();
afterAll(async () => {
  await product.close();
  await smtp.stop();
});
const { admin, db } = product;

const form = (more: object = {}) => ({
  ...{ host: '127.0.0.1', port: smtp.port, security: 3, account: 'office', password: 'example-secret' },
  ...{ senderName: '示例公司', senderAddress: 'office@example.com', ...more },
});
const added = async (more: object = {}): Promise<string> => {
  const { status, body } = await admin.post('resource/mail/submit', form(more));
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data.id;
};
const logOf = async (id: string) => (await admin.get('resource/mail-log/detail', { id })).body.data;
const sendTo = async (address: string, more: object = {}) => {
  const mail = {
    tenantId: '000000',
    userId: admin.id,
    address,
    subject: 'Hello',
    text: 'Text',
    locale: 'en' as const,
    ...more,
  };
  return String(await db.tx((tx) => queueMail(tx, product.app, mail)));
};
const stateOf = (id: string) => async () => (await logOf(id)).state;

describe('mail servers', () => {
  it('keep their password sealed, and are checked by the operator’s rules', async () => {
    const id = await added();
    expect((await admin.get('resource/mail/detail', { id })).body.data.password).toBe(MASK);
    const { rows } = await db.pool.query('select password from sys_mail where id = $1', [id]);
    expect(rows[0].password).not.toContain('example-secret');
    await admin.post('resource/mail/submit', { id, password: MASK, senderName: 'Example' });
    expect((await db.pool.query('select password from sys_mail where id = $1', [id])).rows[0].password).toBe(
      rows[0].password,
    );
    const strict = await testApp();
    const refused = await strict.admin.post('resource/mail/submit', form());
    expect([refused.status, refused.body.bizCode]).toEqual([400, 'ENDPOINT_PRIVATE']);
    await strict.close();
    const { admin: other } = await secondTenantOf(product);
    expect((await other.get('resource/mail/detail', { id })).status).toBe(404);
    expect((await other.post('resource/mail/test', { id })).status).toBe(404);
  });

  it('are used one at a time', async () => {
    const ids = [await added(), await added()];
    for (const id of ids) expect((await admin.post('resource/mail/enable', { id })).status).toBe(200);
    const on = await db.pool.query(`select id::text from sys_mail where status = 2 and tenant_id = '000000'`);
    expect(on.rows).toEqual([{ id: ids[1] }]);
    await admin.post('resource/mail/disable', { id: ids[1] });
    expect((await db.pool.query('select from sys_mail where status = 2')).rowCount).toBe(0);
  });

  it('send a test to the caller’s own address, signed in, after the call', async () => {
    await db.pool.query(`update sys_user set email = '' where id = $1`, [String(admin.id)]);
    const id = await added();
    expect((await admin.post('resource/mail/test', { id })).body.bizCode).toBe('MAIL_NO_ADDRESS');
    await db.pool.query(`update sys_user set email = 'admin@example.com' where id = $1`, [String(admin.id)]);
    const { logId, address } = (await admin.post('resource/mail/test', { id })).body.data;
    expect(address).toBe('admin@example.com');
    await expect.poll(stateOf(logId)).toBe(2);
    const mail = smtp.received().at(-1);
    expect(mail).toMatchObject({ to: ['admin@example.com'], user: 'office', subject: '测试邮件' });
    expect(mail?.text).toContain('邮件配置可用');
    expect(mail?.raw).toMatch(/^From: .*<office@example.com>/m);
  });
});

describe('a mail server that fails', () => {
  it('shows it, and after five in a row tells those who may replace it; a wrong address is no failure', async () => {
    const id = await added();
    const send = async (address: string, state: number) => {
      const mailId = await sendTo(address, { serverId: BigInt(id) });
      await expect.poll(async () => (await logOf(mailId)).problem ?? (await logOf(mailId)).sentTime).not.toBeNull();
      expect((await logOf(mailId)).state).toBe(state);
    };
    const shown = async () => (await admin.get('resource/mail/detail', { id })).body.data;
    const notices = async () =>
      (await db.pool.query(`select from msg_message where biz_type = 'resource/mail' and biz_id = $1`, [id])).rowCount;
    for (let time = 0; time < 4; time += 1) await send(`later${time}@example.com`, 1);
    await send('gone-before@example.com', 3);
    expect([(await shown()).failures, await notices()]).toEqual([4, 0]);
    await send('later4@example.com', 1);
    await send('later5@example.com', 1);
    expect(await shown()).toMatchObject({ failures: 6, lastProblem: expect.stringContaining('451') });
    expect(await notices()).toBe(1);
    await send('taken@example.com', 2);
    expect(await shown()).toMatchObject({ failures: 0, lastSuccessTime: expect.any(String) });
  });
});

describe('e-mail', () => {
  beforeAll(async () => {
    await admin.post('resource/mail/enable', { id: await added() });
  });

  it('is not sent when its transaction does not commit', async () => {
    const before = smtp.received().length;
    await expect(
      db.tx(async (tx) => {
        await queueMail(tx, product.app, {
          ...{
            tenantId: '000000',
            userId: admin.id,
            address: 'never@example.com',
            subject: 'No',
            text: 'No',
            locale: 'en',
          },
        });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await expect.poll(stateOf(await sendTo('after@example.com'))).toBe(2);
    expect(
      smtp
        .received()
        .slice(before)
        .map(({ to }) => to[0]),
    ).toEqual(['after@example.com']);
  });

  it('has its files attached and no header of its own making', async () => {
    const file = await product.app.files.put(Readable.from(['one,two\n']), {
      ...{ actor: await admin.actor(), name: '报表.csv', maxBytes: 1000 },
    });
    const id = await sendTo('files@example.com', { subject: 'Line\r\nBcc: all@example.com', fileIds: [file.id] });
    await expect.poll(stateOf(id)).toBe(2);
    const mail = smtp.received().at(-1);
    expect(mail?.attachments.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['报表.csv', 'one,two\n'],
    ]);
    expect(mail?.to).toEqual(['files@example.com']);
    expect(mail?.raw).not.toMatch(/^Bcc:/m);
  });

  it('is tried again after a temporary refusal', async () => {
    const id = await sendTo('later@example.com');
    await expect.poll(async () => (await logOf(id)).attempts).toBe(1);
    await expect.poll(async () => (await logOf(id)).problem).toContain('451');
    const waiting = await logOf(id);
    expect([waiting.state, waiting.nextTime]).toEqual([1, expect.anything()]);
    const hasten = await db.pool.query(
      `update sys_mail_log set next_time = now() where id = $1 and next_time > now() + interval '30 seconds'`,
      [id],
    );
    expect(hasten.rowCount).toBe(1);
    await expect.poll(async () => (await logOf(id)).attempts).toBe(2);
  });

  it('of a release whose tasks sent messages is sent once, through its task', async () => {
    const id = await sendTo('later@example.com');
    await expect.poll(async () => (await logOf(id)).attempts).toBe(1);
    const before = smtp.received().length;
    // Its columns as that release left them: due, without a language.
    await db.pool.query(
      `update sys_mail_log set locale = null, address = 'task@example.com', next_time = now() - interval '1 minute' where id = $1`,
      [id],
    );
    const other = await sendTo('service@example.com');
    await expect.poll(stateOf(other)).toBe(2);
    expect((await logOf(id)).attempts).toBe(1);
    await db.tx((tx) =>
      startTask(tx, systemActor('000000'), mailJob, { id: BigInt(id), locale: 'en' }, { visible: false }),
    );
    await expect.poll(stateOf(id)).toBe(2);
    const sent = smtp.received().slice(before);
    expect(sent.map(({ to }) => to[0])).toEqual(['service@example.com', 'task@example.com']);
  });

  it('that interrupted the program at each attempt has failed', async () => {
    const id = await sendTo('later@example.com');
    await expect.poll(async () => (await logOf(id)).attempts).toBe(1);
    await db.pool.query('update sys_mail_log set attempts = 6, next_time = now() where id = $1', [id]);
    await expect.poll(stateOf(id)).toBe(3);
    expect((await logOf(id)).problem).toBe('The program was interrupted several times while it sent the message');
  });

  it('goes to no address that refused mail for good, until somebody allows it again', async () => {
    const id = await sendTo('gone@example.com');
    await expect.poll(stateOf(id)).toBe(3);
    expect((await logOf(id)).isBlocked).toBe(1);
    const second = await sendTo('Gone@example.com');
    expect(await logOf(second)).toMatchObject({ state: 4, attempts: 0 });
    expect((await admin.post('resource/mail-log/release', { id })).status).toBe(200);
    expect((await logOf(id)).isBlocked).toBe(0);
    await expect.poll(stateOf(await sendTo('gone@example.com'))).toBe(3);
  });

  it('fails with the reason when no server is enabled', async () => {
    const { rows } = await db.pool.query(`select id::text from sys_mail where status = 2`);
    await admin.post('resource/mail/disable', { id: rows[0].id });
    const id = await sendTo('nobody@example.com');
    await expect.poll(stateOf(id)).toBe(3);
    expect((await logOf(id)).problem).toBe('No mail server is enabled; enable one under “Mail servers”');
    await admin.post('resource/mail/enable', { id: rows[0].id });
  });

  it('shows no texts, and empties them after thirty days', async () => {
    const id = await sendTo('later@example.com', { text: 'Confidential figures' });
    expect(JSON.stringify(await logOf(id))).not.toContain('Confidential');
    const body = async () => (await db.pool.query('select body from sys_mail_log where id = $1', [id])).rows[0]?.body;
    expect(await body()).not.toContain('Confidential');
    await db.pool.query(`update sys_mail_log set create_time = now() - interval '31 days' where id = $1`, [id]);
    await purgeMail(product.db);
    expect(await body()).toBeNull();
  });
});
