import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import type { FieldKind } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { fictionalNumbers } from '../engines/stock/inventory/stock-fixture.ts';
import { createShop } from '../engines/stock/orders/orders-fixture.ts';
import type { TestApp } from './app.ts';
import { newPhone } from './inbox.ts';
import { newHash, openMethod } from './recharges.ts';
import { openSeeds } from './seeds.ts';
import { phoneForm } from './sms-phones.ts';

/** A form as it travels. */
export type Form = Readonly<Record<string, unknown>>;
export type ExampleForms = Readonly<Record<string, () => Promise<Form> | Form>>;

/**
 * An accepted form for each resource with a form, a different one at each call. Add the form of a new resource here;
 * all tests of every resource or call start with it.
 */
export function exampleForms(product: TestApp) {
  let count = 0;
  const next = (): number => ++count;
  const fresh = (many: number): bigint[] => {
    count += many;
    return fictionalNumbers(many, count - many);
  };
  const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);
  /** A code no country has had here. */
  const freeCode = async (): Promise<string> => {
    const letters = `chr(65 + i / 26) || chr(65 + i % 26)`;
    const { rows } = await sql(
      `select ${letters} as code from generate_series(0, 675) i where ${letters} not in (select country_code from inv_country) limit 1`,
    );
    return rows[0].code;
  };
  /** Two letters for each count below 676. */
  const lettersOf = (n: number) => String.fromCharCode(65 + (Math.floor(n / 26) % 26), 65 + (n % 26));
  const countryForm = async () => ({
    countryCode: await freeCode(),
    nameZh: '测试国',
    nameEn: 'Testland',
    dialCode: '999',
    timezones: ['UTC'],
    whatsappEnabled: 1,
    telegramEnabled: 1,
    smsEnabled: 1,
    riskLevel: 1,
    isBlocked: 0,
    senderRegRequired: 0,
    quarantineDays: 90,
    sort: 1,
    status: 1,
  });
  let opened: ReturnType<typeof createShop> | undefined;
  const shop = () => (opened ??= createShop(product.db));
  const productForm = async () => ({
    nameZh: '号码',
    nameEn: 'Numbers',
    tags: 1,
    isRecommend: 0,
    businessType: 1,
    serviceType: 2,
    countryCode: (await shop()).countryCode,
    specQty: 1,
    unit: 4,
    minBuy: 1,
    maxBuy: 100,
    stepBuy: 1,
    deliveryType: 1,
    needKyc: 0,
    needUseDeclaration: 1,
    sort: 0,
    shelfStatus: 1,
  });
  const reportForm = () => ({
    name: `Reports ${next()}`,
    source: 'report/report/list',
    chart: 4,
    content: { groups: [{ field: 'chart' }], measures: [{ rule: 'count' }] },
  });
  const savedReport = async (): Promise<string> =>
    (await product.admin.post('report/report/submit', reportForm())).body.data.id;
  const noticeForm = () => ({
    title: 'Maintenance',
    category: 1,
    releaseTime: formatTime(new Date(0)),
    content: '<p>Tonight</p>',
  });
  const menuForm = () => ({ code: `top-${next()}`, name: '顶部', nameEn: 'Top', source: 'ShopOutlined', sort: 1 });
  /** Each for a route that only administrators may call here: no role loses one. */
  const routes = (registry as readonly Resource[]).flatMap(({ name, calls }) =>
    Object.entries(calls).flatMap(([key, { methods, access }]) =>
      ['public', 'signed-in'].includes(access) || !/^(system|resource|log)\//.test(name)
        ? []
        : methods.map((method) => ({ scopePath: `/api/${name}/${key}`, scopeMethod: method === 'GET' ? 1 : 2 })),
    ),
  );
  let scoped = 0;
  const apiScopeForm = () => {
    scoped += 1;
    return { scopeName: '接口', scopeNameEn: 'Route', ...routes[scoped % routes.length] };
  };
  const deptForm = () => ({
    code: `dept-${next()}`,
    deptName: '部门',
    deptNameEn: 'Department',
    deptCategory: 2,
    sort: 1,
  });
  const stagedForm = () => ({
    batchName: 'By hand',
    number: `+${fresh(1)[0]}`,
    countryCode: 'US',
    businessType: 1,
    numberType: 1,
    capability: 8,
    warehouseCode: 'WH01',
    sourceType: 1,
    supplierName: 'Supplier',
    ownerType: 1,
    provenanceNote: 'Invoice 7',
    rightsAttested: 1,
    regDocStatus: 0,
    costPrice: '1.5',
  });
  /** Each for a different country, as prices of one country exclude each other. */
  const priceForm = async () => ({
    businessType: 1,
    serviceType: 2,
    countryCode: await newCountry(),
    agentLevel: 0,
    unit: 4,
    chargeOn: 1,
    salePrice: '0.5',
  });
  async function newCountry(): Promise<string> {
    const form = await countryForm();
    const { status, body } = await product.admin.post('user/country/save', form);
    if (status !== 200) throw new Error(body.msg);
    return form.countryCode;
  }
  const noteForm = () => ({
    outboundType: 4,
    businessType: 1,
    countryCode: 'US',
    numberType: 1,
    quantity: 1,
    strategy: 1,
    remark: 'Sample',
  });
  /** Each for a different country, of one agent. */
  let configured: Promise<{ readonly id: bigint }> | undefined;
  const configurationForm = async () => {
    configured ??= product.agent({ name: 'Configured' });
    return {
      agentId: String((await configured).id),
      kind: 1,
      businessType: 1,
      serviceType: 2,
      countryCode: await newCountry(),
      enabled: 1,
      price: '0.75',
      minQty: 10,
      rebateRate1: '5',
      remark: 'Agreed',
    };
  };
  const forms = {
    'agent/configuration': configurationForm,
    'agent/product': productForm,
    'agent/recharge': async () => ({ amount: '100', paymentMethod: await openMethod(product), txHash: newHash() }),
    'compliance/case': () => ({
      ...{ caseType: 1, number: `+${fresh(1)[0]}`, isSuppressed: 1, content: `Wrote after an opt-out, ${next()}` },
    }),
    'compliance/frequency': () => ({
      ...{ channel: 0, appliesTo: 2, windowHours: 100 + next(), mostMessages: 9, status: 1 },
    }),
    'compliance/quiet-hours': () => ({
      ...{
        countryCode: lettersOf(next()),
        channel: 0,
        appliesTo: 1,
        startTime: '21:00',
        endTime: `07:${10 + (next() % 50)}`,
      },
      ...{ weekendsOff: 0, offDates: ['2027-01-01'], status: 1 },
    }),
    'compliance/suppression': () => ({
      number: `+${fresh(1)[0]}`,
      scope: 2,
      channel: 0,
      reason: 2,
      sourceRef: 'Ticket 7',
    }),
    'app-manage/activity': () => ({
      title: `充值赠送 ${next()}`,
      titleEn: 'Recharge bonus',
      activityType: 1,
      startTime: formatTime(new Date(0)),
      endTime: formatTime(new Date(0xffffffffff)),
      ruleJson: [{ min: '100', rate: '5', cap: '20' }],
      budget: '500',
      perUserLimit: '50',
      content: '<p>Recharge and get more</p>',
    }),
    'app-manage/announcement': () => ({
      title: `维护 ${next()}`,
      titleEn: 'Maintenance',
      publishTime: formatTime(new Date(0)),
      content: '<p>Tonight</p>',
    }),
    'app-manage/instruction': () => ({
      title: `How to recharge ${next()}`,
      lang: 2,
      screens: ['agent/recharge'],
      content: '<p>Choose a method</p>',
    }),
    'desk/notice': noticeForm,
    'develop/code': () => ({
      codeName: '资产',
      codeNameEn: 'Assets',
      apiPath: `system/asset-${next()}`,
      tableName: 'sys_asset',
      menuIcon: 'ProfileOutlined',
      model: [{ name: 'title', kind: 'text', zh: '标题', en: 'Title', required: true }],
    }),
    'develop/datasource': () => ({
      name: `Source ${next()}`,
      url: 'postgresql://db.example.com:5432/shop',
      tlsMode: 1,
      username: 'reader',
      password: 'reader-password-1',
      remark: 'For the generator',
    }),
    'resource/oss': () => ({
      category: 1,
      ossCode: `oss-${next()}`,
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucketName: 'files',
      accessKey: 'example',
      secretKey: 'example-secret',
      remark: 'Bucket',
    }),
    'open/endpoint': () => ({ endpointName: `Shop ${next()}`, url: 'https://example.com/hook', events: 1 }),
    'open/key': () => ({ keyName: `Shop ${next()}`, scopes: 1 }),
    'sms/canned-reply': () => ({
      shortcut: `hi${next()}`,
      title: 'Greeting',
      content: 'Hello, how can we help?',
      sort: 1,
      status: 1,
    }),
    'statistics/website-source': () => ({ siteCode: 'main', sourceType: 2, utmSource: `source-${next()}` }),
    'sms/session-task': async () => ({
      ...{
        taskName: `Support ${next()}`,
        senderId: await newPhone(product),
        sessionType: 2,
        agentId: String((await product.agent()).id),
      },
      ...{
        repliesMax: 20,
        onlyAssignee: 0,
        sessionTimeoutHours: 24,
        maxTurns: 20,
        workStart: '09:00',
        workEnd: '18:00',
      },
    }),
    'whatsapp/embedded-number': () => ({
      number: `+${fresh(1)[0]}`,
      channel: 1,
      ownerKind: 1,
      network: 'Mobile One',
      dailyLimit: 5,
      remark: 'Phone in the office',
    }),
    'whatsapp/embedded-number-task': async () => ({
      orderNo: `WO-${next()}`,
      embeddedNumberId: String((await openSeeds(product, 1))[0]?.seedId),
      expectedTemplate: 'Order update',
      expectedSender: 'Example Shop',
      remark: 'By hand',
    }),
    // Claims are opened by their own call; the form changes one.
    'whatsapp/supplier-claim': () => ({ remark: 'Photos follow' }),
    'whatsapp/supplier': () => ({
      supplierName: `Supplier ${next()}`,
      supplierCode: `SP-${next()}`,
      paymentTerms: 1,
      currency: 'USDT',
      warrantyHours: 720,
      claimDays: 14,
    }),
    'provider/error-policy': () => ({
      ...{ protocol: 2, errorCode: `99${1000 + next()}`, meaning: '新错误', meaningEn: 'A new error', policyClass: 1 },
      ...{ delaySeconds: 60, growth: 2, triesMax: 3, isSuppressing: 0, isResettable: 1, reason: 'Seen this week' },
    }),
    'provider/provider': () => ({
      providerCode: `checks-${next()}`,
      providerName: 'Example Checks',
      endpoint: 'https://checks.example.com/v1',
      apiKey: 'trial-key-of-checks',
      secretKey: 'trial-secret-of-checks',
      capabilities: 3,
      countries: ['US'],
      ratePerSecond: 50,
      legalBasis: 'Register of the operators',
    }),
    'report/report': () => reportForm(),
    'report/schedule': async () => ({
      reportId: await savedReport(),
      rhythm: 1,
      hour: next() % 24,
      channels: 1,
      format: 1,
      recipientIds: String((await product.staff('support')).id),
      isActive: 0,
    }),
    'resource/mail': () => ({
      host: `smtp-${next()}.example.com`,
      port: 465,
      security: 1,
      account: 'office',
      password: 'example-secret',
      senderName: 'Example',
      senderAddress: 'office@example.com',
      remark: 'Reports',
    }),
    'resource/sms': () => ({
      category: 3,
      smsCode: `sms-${next()}`,
      templateId: 'SMS_100',
      signName: 'Example',
      endpoint: 'https://sms.example.com',
      accessKey: 'example',
      secretKey: 'example-secret',
      remark: 'Codes',
    }),
    'sms/sms-phone': () => phoneForm(product),
    'system/api-scope': apiScopeForm,
    'system/client': () => ({
      clientId: `example-${next()}`,
      clientName: '示例应用',
      clientNameEn: 'Example application',
      isPublic: 0,
      clientSecret: 'example-secret-of-16',
      authorizedGrantTypes: 5,
      accessTokenValidity: 3600,
      refreshTokenValidity: 86_400,
      webServerRedirectUri: 'https://app.example.com',
      status: 1,
      remark: 'Partner',
    }),
    'system/data-scope': () => ({
      resourceCode: 'system/post',
      scopeName: '本机构',
      scopeNameEn: 'Own department',
      scopeType: 3,
      scopeField: '*',
      writableField: '*',
    }),
    'system/dept': deptForm,
    'system/dict': () => ({ code: `sample-${next()}`, dictValue: '示例', dictValueEn: 'Sample', sort: 1, isSealed: 0 }),
    'system/dict-biz': () => ({
      code: `sample-${next()}`,
      dictValue: '示例',
      dictValueEn: 'Sample',
      sort: 1,
      isSealed: 0,
    }),
    'system/menu': () => ({
      code: `page-${next()}`,
      name: '外部网页',
      nameEn: 'Page of the web',
      path: `https://example.com/${next()}`,
      category: 1,
      isOpen: 2,
      visible: 1,
      sort: 1,
    }),
    'system/param': () => ({
      paramName: 'Support address',
      paramKey: `support.${next()}`,
      paramValue: 'support@example.com',
      controlPanel: 0,
    }),
    'system/post': () => ({
      postCode: `post-${next()}`,
      postName: '专员',
      postNameEn: 'Officer',
      category: 3,
      sort: 1,
    }),
    'system/role': () => ({ roleName: '角色', roleNameEn: 'Role', roleAlias: `role-${next()}`, sort: 1, status: 1 }),
    'system/tenant': () => ({
      tenantName: `Tenant ${next()}`,
      domain: `tenant-${next()}.example`,
      linkman: 'Somebody',
    }),
    'system/tenant-package': () => ({ packageName: `套餐 ${next()}`, packageNameEn: `Package ${next()}` }),
    'system/top-menu': menuForm,
    'system/user': () => ({
      account: `person_${next()}`,
      realName: 'Person',
      email: 'person@example.com',
      sex: 3,
      birthday: '1990-02-28',
      remark: 'Somebody',
    }),
    'user/country': countryForm,
    'user/bank-card': () => ({
      holderName: 'Example Holder',
      countryCode: 'CN',
      currency: 'CNY',
      bankName: 'Example Bank',
      bankCode: 'EXAMPLEB',
      branch: 'Main',
      cardNo: `6200${String(next()).padStart(10, '0')}`,
      label: 'Salary',
      isDefault: 0,
    }),
    'user/app': () => ({
      account: `app_by_form_${next()}`,
      realName: 'App user',
      countryCode: 'US',
      remark: 'By hand',
    }),
    'user/app-user': async () => ({ realName: `Renamed ${next()}` }),
    'user/user-team': async () => ({
      teamName: `Team ${next()}`,
      leaderId: String((await product.appUser()).id),
      countryCode: 'US',
      monthTarget: 100,
      notice: 'Welcome',
      status: 1,
    }),
    'user/user-wallet': () => ({ network: 1, address: tronAddress(1_000_000 + next()), label: 'Second', isDefault: 0 }),
    'user/wallet-address': () => ({ network: 1, address: tronAddress(next()), label: 'First', isDefault: 0 }),
    'user/payment-method': () => ({
      methodCode: `method-${next()}`,
      methodName: '泰达币',
      methodNameEn: 'Tether',
      methodType: 1,
      direction: 3,
      network: 1,
      scale: 6,
      minAmount: '10',
      maxAmount: '5000',
      expireMinutes: 30,
      confirmations: 20,
      autoPass: 0,
      feeFixed: '1',
      feePayer: 1,
      visibleUserTypes: 3,
      sort: 1,
      status: 1,
    }),
    'user/payment-watcher': () => ({
      watcherCode: `watcher-${next()}`,
      watcherName: '链上监听',
      watcherNameEn: 'Chain watcher',
      watcherKind: 2,
      endpoint: 'https://watch.example.com/v1',
      merchantId: 'merchant',
      signingSecret: 'example-signing-key',
      sort: 1,
      status: 1,
    }),
    'user/payout-channel': () => ({
      channelCode: `channel-${next()}`,
      channelName: '代付',
      channelNameEn: 'Payouts',
      channelKind: 2,
      endpoint: 'https://pay.example.com/v1',
      merchantId: 'merchant',
      signingSecret: 'example-signing-key',
      sort: 1,
      status: 1,
    }),
    'whatsapp/outbound': noteForm,
    'whatsapp/pre-warehouse': stagedForm,
    'whatsapp/price-configure': priceForm,
  } satisfies ExampleForms;
  return { forms, fresh, next };
}

/**
 * The input of a change: the form without fields set only at creation or unique in the table, and with
 * another text or number than the row has.
 */
export function changeOf({ fields, unique = [] }: Resource, form: Form): Form {
  const fixed = new Set(unique.flat());
  const change: Record<string, unknown> = Object.fromEntries(
    Object.entries(form).filter(([key]) => !fixed.has(key) && fields[key]?.options.form !== 'create'),
  );
  const changed = (kind: FieldKind) =>
    Object.keys(change).find(
      (key) =>
        fields[key]?.kind === kind && (kind === 'integer' || fields[key]?.schema.safeParse(`${change[key]} 2`).success),
    );
  const [text, number] = [changed('text') ?? changed('longText'), changed('integer')];
  if (text) change[text] = `${change[text]} 2`;
  else if (number) change[number] = Number(change[number]) + 1;
  return change;
}

const base58check = createBase58check(sha256);

/** A valid address of no one: its twenty bytes are a count. */
const tronAddress = (n: number): string =>
  base58check.encode(Uint8Array.from([0x41, ...Array.from({ length: 16 }, () => 0), n >> 24, n >> 16, n >> 8, n]));
