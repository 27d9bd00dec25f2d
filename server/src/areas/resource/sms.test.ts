import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import smpp, { type Pdu, type Session } from 'smpp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const MASK = '••••••••';
const KEY = 'very-secret-key';
const VALUES = '{"code":"482913"}';
/** Requests received by the fake servers, and the next answer to give. */
let requests: { request: IncomingMessage; body: string }[] = [];
let answer: (request: { path: string; body: string }) => { status?: number; body: string } | 'broken';
let submitted: Pdu[] = [];
/** The SMSC's answer to a message. */
let status = 0;

const web: Server = createServer(async (request, response) => {
  const body = await textOf(request);
  requests.push({ request, body });
  const given = answer({ path: request.url ?? '', body });
  if (given === 'broken') {
    request.socket.destroy();
    return;
  }
  response.writeHead(given.status ?? 200, { 'content-type': 'application/json' }).end(given.body);
});
web.listen(0, '127.0.0.1');
const smsc: NetServer = smpp.createServer((session: Session) => {
  session.on('error', () => undefined);
  session.on('bind_transmitter', (pdu: Pdu) => {
    const isKnown = pdu['system_id'] === 'esme' && pdu['password'] === KEY.slice(0, 8);
    session.send(pdu.response({ command_status: isKnown ? 0 : smpp.errors['ESME_RBINDFAIL'] }));
  });
  session.on('submit_sm', (pdu: Pdu) => {
    submitted.push(pdu);
    if (status < 0) return session.destroy();
    session.send(pdu.response({ command_status: status, message_id: `m${submitted.length}` }));
  });
  session.on('unbind', (pdu: Pdu) => session.send(pdu.response()));
});
smsc.listen(0, '127.0.0.1');
await Promise.all([once(web, 'listening'), once(smsc, 'listening')]);
const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
await product.db.pool.query(
  `update sys_param set param_value = '10000' where param_key in ('sms.perPhoneMinute', 'sms.perPhoneDay')`,
);
await product.app.parameters.refresh();
await product.work();
afterAll(async () => {
  await product.close();
  web.closeAllConnections();
  web.close();
  smsc.close();
});
beforeEach(() => {
  requests = [];
  submitted = [];
  status = 0;
  answer = () => ({ body: '{}' });
});

const post = async (call: string, body: unknown, headers: Record<string, string> = {}) => {
  const {
    status: code,
    body: said,
    headers: answerHeaders,
  } = await product.admin.post(`resource/sms/${call}`, body, headers);
  return { status: code, bizCode: said.bizCode, msg: said.msg, data: said.data, headers: answerHeaders };
};
let count = 0;
async function provider(more: Record<string, unknown>): Promise<{ id: string; code: string }> {
  count += 1;
  const form = { smsCode: `sms-${count}`, endpoint: origin, secretKey: KEY, ...more };
  const { status: code, msg, data } = await post('submit', form);
  expect([code, msg]).toEqual([200, expect.any(String)]);
  return { id: data.id, code: form.smsCode };
}
const aliyun = (more = {}) =>
  provider({ category: 3, templateId: 'SMS_1', signName: '外贸', accessKey: 'ak', ...more });
const send = (code: string | undefined, phones: string, more: Record<string, unknown> = {}) =>
  post('endpoint/send-message', { ...(code ? { code } : {}), phones, params: VALUES, ...more });
const statesOf = ({ data }: Awaited<ReturnType<typeof post>>) =>
  data.results.map(({ state }: { state: number }) => state);

describe('Yunpian', () => {
  it('receives the text with its signature, and answers for each phone', async () => {
    const { code } = await provider({ category: 1, content: '您的验证码是{code}', signName: '外贸' });
    answer = () => ({
      body: JSON.stringify({
        data: [
          { code: 0, msg: '发送成功', count: 1, mobile: '13800000000', sid: 3310228064 },
          { code: 22, msg: '验证码类短信1小时内同一手机号发送次数不能超过3次', mobile: '+12015550123' },
        ],
      }),
    });
    const said = await send(code, '+86 13800000000, +1 201 555 0123');
    expect(said.data).toMatchObject({
      success: false,
      results: [
        { phone: '+8613****0000', state: 2, segments: 1, messageId: '3310228064', problem: null },
        { phone: '+120****0123', state: 3, problem: expect.stringContaining('22 验证码') },
      ],
    });
    const [{ request, body } = expect.fail()] = requests;
    expect(request.url).toBe('/v2/sms/batch_send.json');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      apikey: KEY,
      mobile: '13800000000,+12015550123',
      text: '【外贸】您的验证码是482913',
    });
  });

  it('gives the reason when it refuses the whole batch', async () => {
    const { code } = await provider({ category: 1, content: '{code}', signName: '外贸' });
    answer = () => ({ status: 400, body: '{"http_status_code":400,"code":5,"msg":"未找到匹配的模板"}' });
    expect((await send(code, '+12015550123')).data.results[0]).toMatchObject({
      state: 3,
      problem: '5 未找到匹配的模板',
    });
  });
});

describe('Aliyun', () => {
  it('receives a signature that it can recompute', async () => {
    const { code } = await aliyun();
    answer = () => ({ body: '{"Code":"OK","Message":"OK","BizId":"900619746936498440^0"}' });
    expect((await send(code, '+12015550123')).data).toMatchObject({
      success: true,
      results: [{ state: 2, messageId: '900619746936498440^0' }],
    });
    const [{ request } = expect.fail()] = requests;
    const { authorization = '' } = request.headers;
    const url = new URL(request.url ?? '', origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      PhoneNumbers: '12015550123',
      SignName: '外贸',
      TemplateCode: 'SMS_1',
      TemplateParam: VALUES,
    });
    const [, names = '', signature] = /SignedHeaders=([^,]+),Signature=(\w+)$/.exec(authorization) ?? [];
    const lines = names.split(';').map((name) => `${name}:${request.headers[name]}\n`);
    const hash = createHash('sha256').update('').digest('hex');
    const canonical = `POST\n/\n${url.search.slice(1)}\n${lines.join('')}\n${names}\n${hash}`;
    const digest = createHash('sha256').update(canonical).digest('hex');
    expect(signature).toBe(createHmac('sha256', KEY).update(`ACS3-HMAC-SHA256\n${digest}`).digest('hex'));
    expect(request.headers['x-acs-action']).toBe('SendSms');
  });

  it('gives the reason of a refusal', async () => {
    const { code } = await aliyun();
    answer = () => ({ body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发分钟级流控Permits:1"}' });
    expect((await send(code, '+12015550123')).data.results[0]).toMatchObject({
      state: 3,
      problem: 'isv.BUSINESS_LIMIT_CONTROL: 触发分钟级流控Permits:1',
    });
  });
});

describe('Tencent Cloud', () => {
  it('receives a signature that it can recompute, and answers for each phone', async () => {
    const { code } = await provider({
      category: 4,
      templateId: '1110',
      signName: '外贸',
      accessKey: 'AKID1',
      appId: '1400006666',
      regionId: 'ap-guangzhou',
    });
    answer = () => ({
      body: JSON.stringify({
        Response: {
          SendStatusSet: [
            { SerialNo: '5000:1', PhoneNumber: '+12015550123', Fee: 1, Code: 'Ok', Message: 'send success' },
            { SerialNo: '', PhoneNumber: '+12015550124', Fee: 0, Code: 'LimitExceeded', Message: 'too often' },
          ],
        },
      }),
    });
    const said = await send(code, '+12015550123,+12015550124', { params: '{"2":"5","1":"482913"}' });
    expect(said.data.results).toMatchObject([
      { state: 2, segments: 1, messageId: '5000:1' },
      { state: 3, problem: 'LimitExceeded: too often' },
    ]);
    const [{ request, body } = expect.fail()] = requests;
    expect(JSON.parse(body)).toMatchObject({
      PhoneNumberSet: ['+12015550123', '+12015550124'],
      SmsSdkAppId: '1400006666',
      TemplateParamSet: ['482913', '5'],
    });
    const { authorization = '', host, 'x-tc-timestamp': time } = request.headers;
    const [, scope = '', signature] = /Credential=AKID1\/([^,]+), .*Signature=(\w+)$/.exec(authorization) ?? [];
    const [day = ''] = scope.split('/');
    const hex = (written: string) => createHash('sha256').update(written).digest('hex');
    const mac = (key: string | Buffer, written: string) => createHmac('sha256', key).update(written).digest();
    const canonical = `POST\n/\n\ncontent-type:application/json; charset=utf-8\nhost:${host}\nx-tc-action:sendsms\n\ncontent-type;host;x-tc-action\n${hex(body)}`;
    const key = mac(mac(mac(`TC3${KEY}`, day), 'sms'), 'tc3_request');
    expect(signature).toBe(mac(key, `TC3-HMAC-SHA256\n${time}\n${scope}\n${hex(canonical)}`).toString('hex'));
  });
});

describe('Qiniu', () => {
  it('receives a signature that it can recompute', async () => {
    const { code } = await provider({ category: 2, templateId: '1137292', accessKey: 'ak' });
    answer = () => ({ body: '{"job_id":"1137305"}' });
    expect((await send(code, '+8613800000000')).data.results[0]).toMatchObject({ state: 2, messageId: '1137305' });
    const [{ request, body } = expect.fail()] = requests;
    expect(JSON.parse(body)).toEqual({
      template_id: '1137292',
      mobiles: ['13800000000'],
      parameters: { code: '482913' },
    });
    const signed = `POST /v1/message\nHost: ${request.headers.host}\nContent-Type: application/json\n\n${body}`;
    const mac = createHmac('sha1', KEY).update(signed).digest('base64url').padEnd(28, '=');
    expect(request.headers.authorization).toBe(`Qiniu ak:${mac}`);
    answer = () => ({ status: 401, body: '{"error":"BadToken","message":"bad token"}' });
    expect((await send(code, '+8613800000000')).data.results[0].problem).toBe('BadToken: bad token');
  });
});

describe('an SMSC by SMPP', () => {
  const smppProvider = (more = {}) =>
    provider({
      category: 5,
      endpoint: `smpp://127.0.0.1:${(smsc.address() as AddressInfo).port}`,
      accessKey: 'esme',
      secretKey: KEY.slice(0, 8),
      sender: 'Example',
      content: '{text}',
      ...more,
    });

  it('receives a text of the GSM alphabet in one message', async () => {
    const { code } = await smppProvider();
    const said = await send(code, '+12015550123', { params: '{"text":"Your code is 482913"}' });
    expect(said.data.results).toMatchObject([{ state: 2, segments: 1, messageId: 'm1' }]);
    expect(submitted).toMatchObject([
      { destination_addr: '12015550123', source_addr: 'Example', source_addr_ton: 5, data_coding: 0, esm_class: 0 },
    ]);
    expect(submitted[0]?.['short_message']).toEqual({ message: 'Your code is 482913' });
  });

  it('receives a long Chinese text in linked parts', async () => {
    const { code } = await smppProvider();
    const long = '码'.repeat(100);
    const said = await send(code, '+12015550123', { params: JSON.stringify({ text: long }) });
    expect(said.data.results).toMatchObject([{ state: 2, segments: 2, messageId: 'm1' }]);
    const parts = submitted.map(({ short_message: part }) => part as { udh: Buffer[]; message: string });
    expect(parts.map(({ message }) => message).join('')).toBe(long);
    expect(parts.map(({ udh }) => [...(udh[0] ?? [])].slice(3))).toEqual([
      [2, 1],
      [2, 2],
    ]);
    expect(submitted.map(({ data_coding }) => data_coding)).toEqual([8, 8]);
  });

  it('may refuse the session or the message, and the problem says which', async () => {
    const { code } = await smppProvider({ secretKey: 'wrong' });
    expect((await send(code, '+12015550123', { params: '{"text":"x"}' })).data.results[0]).toMatchObject({
      state: 3,
      problem: 'bind: ESME_RBINDFAIL (0x0D)',
    });
    const known = await smppProvider();
    status = smpp.errors['ESME_RTHROTTLED'] ?? 0;
    expect((await send(known.code, '+12015550123', { params: '{"text":"x"}' })).data.results[0]).toMatchObject({
      state: 3,
      problem: 'ESME_RTHROTTLED (0x58)',
    });
  });

  it('that disconnects during a message leaves it unknown', async () => {
    const { code } = await smppProvider();
    status = -1;
    expect(statesOf(await send(code, '+12015550123', { params: '{"text":"x"}' }))).toEqual([5]);
    const gone = await smppProvider({ endpoint: 'smpp://127.0.0.1:1' });
    expect((await send(gone.code, '+12015550123', { params: '{"text":"x"}' })).data.results[0]).toMatchObject({
      state: 3,
      problem: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('is kept from others by a batch whose outcome was not stored until the lease of that batch ends', async () => {
    const { id, code } = await smppProvider();
    await product.db.pool.query(
      `insert into sys_sms_batch (tenant_id, provider_id, content, locale, message_ids, message_time, worker_id, lease_until)
       select '000000', $1, '', 'en', '{}', now(), min(w.id), now() + interval '1 hour' from kernel_worker w`,
      [id],
    );
    const sending = send(code, '+12015550123', { params: '{"text":"x"}' });
    await expect.poll(async () => (await product.db.pool.query('select from sys_sms_batch')).rowCount).toBe(2);
    expect(submitted).toEqual([]);
    await product.db.pool.query('update sys_sms_batch set lease_until = now() where lease_until is not null');
    expect(statesOf(await sending)).toEqual([2]);
  });

  it('needs an address with an SMPP scheme', async () => {
    const form = { category: 5, smsCode: 'wrong', endpoint: origin, accessKey: 'a', secretKey: 'b', content: 'x' };
    expect((await post('submit', form)).bizCode).toBe('ENDPOINT_ADDRESS');
  });
});

describe('another service, by HTTP', () => {
  const other = (more = {}) => provider({ category: 6, content: 'Code {code}', ...more });

  it.each([
    [
      'JSON',
      { httpFormat: 1, httpBody: '{"to":["+{phone}"],"text":"{text}","n":1}', account: 'me' },
      ['POST', '/', '{"to":["+12015550123"],"text":"Code 48\\"29","n":1}', `Basic ${btoa(`me:${KEY}`)}`],
    ],
    [
      'a form',
      { httpFormat: 2, httpBody: 'to={phone}\nmsg={text}' },
      ['POST', '/', 'to=12015550123&msg=Code+48%2229', `Bearer ${KEY}`],
    ],
    [
      'a query',
      { httpFormat: 3, httpBody: 'to={phone}\nmsg={text}\nkey={secretKey}' },
      ['GET', `/?to=12015550123&msg=Code+48%2229&key=${KEY}`, '', undefined],
    ],
  ])('gets %s, in which a value stays a value', async (_what, form, expected) => {
    const { code } = await other(form);
    answer = () => ({ body: '{"messageId":"x-1"}' });
    const said = await send(code, '+12015550123', { params: '{"code":"48\\"29"}' });
    expect(said.data.results).toMatchObject([{ state: 2, messageId: 'x-1', segments: 1 }]);
    const [{ request, body } = expect.fail()] = requests;
    expect([request.method, request.url, body, request.headers.authorization]).toEqual(expected);
  });

  it('has accepted a message when its answer says so; the stored answer contains no key', async () => {
    const { code } = await other({
      httpFormat: 1,
      httpBody: '{"to":"{phone}","t":"{text}"}',
      httpAccepted: '"code":0',
    });
    answer = () => ({ body: `{"code":7,"msg":"no credit of ${KEY}, +12015550123"}` });
    const { state, problem } = (await send(code, '+12015550123')).data.results[0];
    expect([state, problem]).toEqual([
      3,
      expect.stringMatching(/^HTTP 200: \{"code":7.*no credit of \*\*\*, \+\d{4}\*/),
    ]);
    answer = () => ({ body: '{"code":0}' });
    expect(statesOf(await send(code, '+12015550123'))).toEqual([2]);
  });

  it('cannot be saved with an invalid request', async () => {
    const form = { category: 6, smsCode: 'bad', endpoint: origin, secretKey: KEY, content: '{code}', httpFormat: 1 };
    const refused = async (more: object) => (await post('submit', { ...form, ...more })).bizCode;
    expect(await refused({ httpBody: '{"to":' })).toBe('SMS_BODY_JSON');
    expect(await refused({ httpBody: '{"to":"{phone}"}' })).toBe('SMS_BODY_PLACE');
    expect(await refused({ httpFormat: 2, httpBody: 'no equals {phone}{text}' })).toBe('SMS_BODY_LINES');
  });

  it('that disconnects leaves the message unknown; an unreachable one did not receive it', async () => {
    const { code } = await other({ httpFormat: 1, httpBody: '{"to":"{phone}","t":"{text}"}' });
    answer = () => 'broken';
    expect(statesOf(await send(code, '+12015550123'))).toEqual([5]);
    const gone = await other({ endpoint: 'http://127.0.0.1:1', httpFormat: 2, httpBody: 'a={phone}{text}' });
    expect(statesOf(await send(gone.code, '+12015550123'))).toEqual([3]);
  });
});

describe('a message', () => {
  const accepted = () => ({ body: '{"Code":"OK","BizId":"1"}' });

  it('without a code uses the only enabled provider', async () => {
    const [first, second] = [await aliyun(), await aliyun({ templateId: 'SMS_2' })];
    answer = accepted;
    for (const { id } of [first, second]) expect((await post('enable', { id })).status).toBe(200);
    const { records } = (await product.admin.get('resource/sms/list', { status_equal: 2 })).body.data;
    expect(records.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(statesOf(await send(undefined, '+12015550123'))).toEqual([2]);
    expect(requests[0]?.request.url).toContain('TemplateCode=SMS_2');
    await post('disable', { id: second.id });
    expect((await send(undefined, '+12015550123')).bizCode).toBe('SMS_NO_PROVIDER');
    expect((await send('nobody', '+12015550123')).bizCode).toBe('SMS_UNKNOWN_CODE');
  });

  it('needs phones and the values of its text', async () => {
    const { code } = await provider({ category: 1, content: '{code} {name}', signName: 'x', countryCode: 'CN' });
    expect((await send(code, 'nobody')).bizCode).toBe('SMS_PHONE');
    expect((await send(code, '+12015550123')).bizCode).toBe('SMS_PARAMETERS');
    expect((await send(code, '+12015550123', { params: '[1]' })).status).toBe(400);
    expect((await send(code, '')).status).toBe(400);
    answer = () => ({ body: '{"data":[]}' });
    const said = await send(code, '13800000000,+86 138 0000 0000', { params: '{"code":1,"name":"Ann"}' });
    expect(said.data.results).toMatchObject([{ phone: '+8613****0000', state: 5 }]);
  });

  it('is sent once, however often it is requested under a key', async () => {
    const { code } = await aliyun();
    answer = accepted;
    const body = { code, phones: '+12015550123', params: VALUES };
    const headers = { 'idempotency-key': 'sms-once' };
    const first = await post('endpoint/send-message', body, headers);
    const second = await post('endpoint/send-message', body, headers);
    expect([first.data.success, second.headers['idempotent-replayed'], second.data]).toEqual([
      true,
      'true',
      first.data,
    ]);
    expect(requests).toHaveLength(1);
  });

  it('is recorded without its text, found by the whole number, and in no log', async () => {
    const { code } = await provider({ category: 1, content: 'Your secret {code}', signName: 'x' });
    answer = () => ({ body: '{"data":[{"code":0,"count":2,"mobile":"+12015550188","sid":1}]}' });
    await send(code, '+1 (201) 555-0188');
    await product.app.audit.flush();
    const query = { phone_equal: '+1 (201) 555-0188', current: 1, size: 10 };
    const { records } = (await product.admin.get('resource/sms-log/list', query)).body.data;
    expect(records).toMatchObject([
      {
        phone: '+120****0188',
        smsCode: code,
        category: 1,
        state: 2,
        segments: 2,
        encoding: 2,
        createUserName: '超级管理员',
      },
    ]);
    expect((await product.admin.get('resource/sms-log/detail', { id: records[0].id })).body.data.state).toBe(2);
    // The search value is in the log of calls too.
    await product.app.audit.flush();
    const { rows } = await product.db.pool.query(
      `select (select string_agg(l::text, '') from log_api l) || (select string_agg(a::text, '') from audit_log a) as all`,
    );
    expect(rows[0].all).toContain('endpoint/send-message');
    for (const hidden of ['482913', '2015550188', '555-0188', KEY]) expect(rows[0].all).not.toContain(hidden);
  });
});

describe('limits', () => {
  const set = async (key: string, value: string) => {
    await product.db.pool.query('update sys_param set param_value = $2 where param_key = $1', [key, value]);
    await product.app.parameters.refresh();
  };

  it('of a phone exclude it, exactly, with concurrent requests', async () => {
    const { code } = await aliyun();
    answer = () => ({ body: '{"Code":"OK","BizId":"1"}' });
    await set('sms.perPhoneMinute', '3');
    const all = await Promise.all(Array.from({ length: 6 }, () => send(code, '+12015550190,+12015550191')));
    await set('sms.perPhoneMinute', '10000');
    const states = all.flatMap(statesOf).sort();
    expect(states).toEqual([2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4]);
    expect(requests).toHaveLength(3);
  });

  it('of a tenant refuse the call', async () => {
    const { code } = await aliyun();
    await set('sms.perDay', '1');
    const refused = await send(code, '+12015550192');
    await set('sms.perDay', '10000');
    expect([refused.status, refused.bizCode]).toEqual([429, 'SMS_DAY_LIMIT']);
    expect(requests).toEqual([]);
  });
});

describe('a secret', () => {
  it('is encrypted, never returned, never in the trail, and kept by a form that leaves it empty', async () => {
    const { id } = await aliyun();
    const stored = async () =>
      (await product.db.pool.query('select secret_key from sys_sms where id = $1', [id])).rows[0].secret_key as string;
    const before = await stored();
    expect(before).not.toContain(KEY);
    const { secretKey, version } = (await product.admin.get('resource/sms/detail', { id })).body.data;
    expect(secretKey).toBe(MASK);
    expect((await post('submit', { id, version, secretKey: '', remark: 'x' })).status).toBe(200);
    expect(await stored()).toBe(before);
    const { rows } = await product.db.pool.query(`select a::text as row from audit_log a where object_id = $1`, [id]);
    for (const { row } of rows) for (const hidden of [KEY, before]) expect(row).not.toContain(hidden);
  });
});

describe('a provider that fails', () => {
  const refusal = { body: '{"Code":"isv.OUT_OF_SERVICE","Message":"no credit for +12015550123"}' };
  const noticesOf = async (id: string) =>
    (
      await product.db.pool.query(
        `select params ->> 'count' as count, params ->> 'problem' as problem from msg_message where biz_type = 'resource/sms' and biz_id = $1 order by id`,
        [id],
      )
    ).rows;
  const shown = async (id: string) => (await product.admin.get('resource/sms/detail', { id })).body.data;

  it('shows it, and after five in a row tells those who may replace it, once', async () => {
    const { id, code } = await aliyun();
    answer = () => refusal;
    for (let time = 0; time < 4; time += 1) await send(code, '+12015550123');
    expect([await noticesOf(id), (await shown(id)).failures]).toEqual([[], 4]);
    await send(code, '+12015550123');
    await send(code, '+12015550123');
    expect(await noticesOf(id)).toEqual([
      { count: '5', problem: expect.stringMatching(/^isv\.OUT_OF_SERVICE: no credit for \+\d{4}\*/) },
    ]);
    expect(await shown(id)).toMatchObject({
      failures: 6,
      lastProblem: expect.stringContaining('OUT_OF_SERVICE'),
      lastProblemTime: expect.any(String),
      lastSuccessTime: null,
    });
  });

  it('begins anew after a success, also of one of several phones', async () => {
    const { id, code } = await provider({ category: 1, content: '{code}', signName: 'x' });
    answer = () => ({ body: '{"data":[]}' });
    for (let time = 0; time < 4; time += 1) await send(code, '+12015550123');
    answer = () => ({ body: '{"data":[{"code":22,"mobile":"+12015550123"},{"code":0,"mobile":"+12015550124"}]}' });
    await send(code, '+12015550123,+12015550124');
    expect(await shown(id)).toMatchObject({ failures: 0, lastSuccessTime: expect.any(String) });
    answer = () => ({ body: '{"data":[]}' });
    await send(code, '+12015550123');
    expect([await noticesOf(id), (await shown(id)).failures]).toEqual([[], 1]);
  });

  it('keeps its version, so that a form opened before can be saved', async () => {
    const { id, code } = await aliyun();
    const { version } = await shown(id);
    answer = () => refusal;
    await send(code, '+12015550123');
    expect((await post('submit', { id, version, remark: 'x', failures: 0 })).status).toBe(200);
    expect((await shown(id)).failures).toBe(1);
  });
});

describe('another tenant', () => {
  it('cannot use these providers, and sees no messages sent by them', async () => {
    const { code, id } = await aliyun();
    const { admin: theirs } = await secondTenantOf(product);
    const refused = await theirs.post('resource/sms/endpoint/send-message', { code, phones: '+12015550123' });
    expect(refused.body.bizCode).toBe('SMS_UNKNOWN_CODE');
    expect((await theirs.post('resource/sms/enable', { id })).status).toBe(404);
    expect((await theirs.get('resource/sms-log/list')).body.data.total).toBe(0);
  });
});

describe('messages that no worker has any more', () => {
  const left = async (worker: number | null, age: string) => {
    const { id, code } = await aliyun();
    const { rows } = await product.db.pool.query<{ id: string }>(
      `with message as (
         insert into sys_sms_log (tenant_id, provider_id, sms_code, category, e164, state)
         values ('000000', $1, $2, 3, 12015550123, 1) returning id, create_time
       ), batch as (
         insert into sys_sms_batch (tenant_id, provider_id, content, locale, message_ids, message_time, worker_id, create_time)
         select '000000', $1, '', 'en', array[id], create_time, $3, now() - $4::interval from message
       ) select id::text from message`,
      [id, code, worker, age],
    );
    return async () =>
      (await product.db.pool.query('select state from sys_sms_log where id = $1', [rows[0]?.id])).rows[0]?.state;
  };

  it('are unknown when it died, and failed when none took them in time', async () => {
    const [taken, late] = [await left(2_000_000_000, '1 second'), await left(null, '11 minutes')];
    await expect.poll(taken).toBe(5);
    await expect.poll(late).toBe(3);
    expect((await product.db.pool.query('select from sys_sms_batch')).rowCount).toBe(0);
    expect(requests).toEqual([]);
  });
});

it('private addresses are called only if the operator permits it', async () => {
  const closed = await testApp({ OUTBOUND_HOSTS: '127.0.0.1, 10.0.0.1, localhost, *.example.com' });
  await closed.work();
  const form = { category: 3, smsCode: 'inside', templateId: 'x', signName: 'x', accessKey: 'x', secretKey: 'x' };
  const submit = async (endpoint: string) =>
    (await closed.admin.post('resource/sms/submit', { ...form, endpoint })).body.bizCode;
  expect(await submit('http://127.0.0.1')).toBe('ENDPOINT_PRIVATE');
  expect(
    (
      await closed.admin.post('resource/sms/submit', {
        ...form,
        category: 5,
        content: 'x',
        endpoint: 'smpp://10.0.0.1:2775',
      })
    ).body.bizCode,
  ).toBe('ENDPOINT_PRIVATE');
  await closed.admin.post('resource/sms/submit', { ...form, smsCode: 'name', endpoint: 'https://sms.example.com' });
  expect(await submit('https://sms.example.org')).toBe('ENDPOINT_NOT_LISTED');
  // A row written by other means is checked again when it is used.
  await closed.db.pool.query(`update sys_sms set endpoint = 'http://localhost' where sms_code = 'name'`);
  const said = await closed.admin.post('resource/sms/endpoint/send-message', { code: 'name', phones: '+12015550123' });
  expect(said.body.data.results[0]).toMatchObject({ state: 3, problem: expect.stringContaining('PRIVATE_ENDPOINTS') });
  await closed.close();
});
