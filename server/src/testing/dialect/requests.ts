/**
 * Requests of another console of the family, screen by screen: addresses after the proxy that renames them, and only
 * its own form fields. Placeholders: `{n}` a new number for each replay, `{id}` the id added by the screen before.
 */
export interface Screen {
  /** The list, and its parameters beside `current` and `size`. */
  readonly list: string;
  readonly asked?: Readonly<Record<string, string>>;
  /** Other calls by GET that the screen makes. */
  readonly reads?: readonly string[];
  readonly add?: { readonly call: string; readonly body: Readonly<Record<string, unknown>> };
  /** Where the screen adds nothing: a row that is there, and the call that reads it. */
  readonly known?: { readonly call: string; readonly id: string };
  /** The call that reads each of the first rows. */
  readonly rows?: string;
  /** Calls by POST with everything in the address. */
  readonly does?: readonly string[];
  /** The change of the read row before it is sent back. */
  readonly edit?: { readonly call: string; readonly change: Readonly<Record<string, unknown>> };
  readonly remove?: string;
}

export const screens: readonly Screen[] = [
  {
    list: 'system/post/list',
    asked: { postName: '岗' },
    reads: ['system/post/select?tenantId=000000'],
    add: {
      call: 'system/post/submit',
      body: { tenantId: '000000', category: 3, postCode: 'saber{n}', postName: '岗位{n}', sort: 1, remark: '' },
    },
    edit: { call: 'system/post/submit', change: { postName: '新岗位{n}' } },
    remove: 'system/post/remove',
  },
  {
    list: 'system/dept/list',
    reads: [
      'system/dept/lazy-list?parentId=0&current=1&size=10',
      'system/dept/lazy-list?parentId=&deptName=部&tenantId=000000&current=1&size=10',
      'system/dept/tree?tenantId=000000',
      'system/dept/lazy-tree?tenantId=000000&parentId=0',
    ],
    add: {
      call: 'system/dept/submit',
      body: {
        deptName: '部门{n}',
        fullName: '部门全称{n}',
        tenantId: '000000',
        deptCategory: 2,
        sort: 1,
        parentId: '',
      },
    },
    edit: { call: 'system/dept/submit', change: { fullName: '新全称{n}' } },
    remove: 'system/dept/remove',
  },
  {
    list: 'system/role/list',
    reads: ['system/role/tree?tenantId=000000'],
    add: {
      call: 'system/role/submit',
      body: { roleName: '角色{n}', tenantId: '000000', roleAlias: 'saber{n}', parentId: '', sort: 1 },
    },
    edit: { call: 'system/role/submit', change: { roleName: '新角色{n}' } },
    remove: 'system/role/remove',
  },
  {
    list: 'system/menu/list',
    reads: [
      'system/menu/lazy-list?parentId=0&current=1&size=10',
      'system/menu/lazy-list?parentId=&name=用户&current=1&size=10',
      'system/menu/lazy-menu-list?parentId=0&current=1&size=10',
      'system/menu/menu-list?current=1&size=10',
      'system/menu/tree?tenantId=000000',
      'system/menu/grant-tree',
      'system/menu/grant-top-tree',
      'system/menu/routes',
      'system/menu/buttons',
    ],
    add: {
      call: 'system/menu/submit',
      body: {
        name: '菜单{n}',
        path: '/saber/{n}',
        source: '',
        code: 'saber{n}',
        category: 1,
        alias: 'menu',
        isOpen: 1,
        sort: 1,
        remark: '',
      },
    },
    edit: { call: 'system/menu/submit', change: { name: '新菜单{n}' } },
    remove: 'system/menu/remove',
  },
  {
    list: 'system/topmenu/list',
    add: {
      call: 'system/topmenu/submit',
      body: { code: 'saber{n}', name: '顶部{n}', source: 'ShopOutlined', sort: 1 },
    },
    edit: { call: 'system/topmenu/submit', change: { name: '新顶部{n}' } },
    remove: 'system/topmenu/remove',
  },
  ...['dict', 'dict-biz'].map((name) => ({
    list: `system/${name}/parent-list`,
    reads: [
      `system/${name}/list`,
      `system/${name}/tree?code=DICT`,
      `system/${name}/dictionary?code=yes_no`,
      `system/${name}/child-list?parentId=0&code=saber&current=1&size=10`,
    ],
    add: {
      call: `system/${name}/submit`,
      body: { code: 'saber{n}', dictValue: '字典{n}', dictKey: '-1', sort: 1, isSealed: 0, remark: '' },
    },
    edit: { call: `system/${name}/submit`, change: { dictValue: '新字典{n}' } },
    remove: `system/${name}/remove`,
  })),
  {
    list: 'system/param/list',
    reads: ['system/param/control-panel'],
    add: { call: 'system/param/submit', body: { paramName: '参数{n}', paramKey: 'saber.key{n}', paramValue: '1' } },
    edit: { call: 'system/param/submit', change: { paramValue: '2' } },
    remove: 'system/param/remove',
  },
  {
    list: 'system/tenant/list',
    reads: ['system/tenant/select', 'system/tenant/info?domain=saber.example.com'],
    add: {
      call: 'system/tenant/submit',
      body: { tenantName: '租户{n}', linkman: '联系人', contactNumber: '', address: '', domain: '', backgroundUrl: '' },
    },
    edit: { call: 'system/tenant/submit', change: { tenantName: '新租户{n}' } },
  },
  {
    list: 'system/user/page',
    asked: { deptId: '', account: '', realName: '', tenantId: '000000' },
    reads: ['system/search/user?name=&current=1&size=10', 'system/user/info'],
    add: {
      call: 'system/user/submit',
      body: {
        tenantId: '000000',
        account: 'saber_{n}',
        userType: 1,
        password: 'First-secret-{n}',
        password2: 'First-secret-{n}',
        name: '昵称',
        realName: '张三',
        phone: '',
        email: '',
        sex: 1,
        code: '',
        roleId: '{role}',
        deptId: '{dept}',
        postId: '{post}',
      },
    },
    edit: { call: 'system/user/update', change: { realName: '李四', roleId: '{role}', postId: '' } },
    does: [
      'system/user/grant?userIds={id}&roleIds={role}',
      'system/user/reset-password?userIds={id}',
      'system/user/unlock?userIds={id}',
    ],
    remove: 'system/user/remove',
  },
  {
    list: 'resource/oss/list',
    add: {
      call: 'resource/oss/submit',
      body: {
        category: 1,
        ossCode: 'saber{n}',
        endpoint: 'https://s3.example.com',
        accessKey: 'key',
        secretKey: 'secret',
        bucketName: 'bucket',
        remark: '',
      },
    },
    edit: { call: 'resource/oss/submit', change: { remark: '改{n}' } },
    remove: 'resource/oss/remove',
  },
  {
    list: 'resource/sms/list',
    add: {
      call: 'resource/sms/submit',
      body: {
        category: 3,
        smsCode: 'saber{n}',
        templateId: 'T1',
        accessKey: 'key',
        secretKey: 'secret',
        regionId: '',
        signName: '签名',
        remark: '',
      },
    },
    edit: { call: 'resource/sms/submit', change: { remark: '改{n}' } },
    remove: 'resource/sms/remove',
  },
  {
    list: 'desk/notice/list',
    asked: { releaseTime_datege: '2026-01-01 00:00:00' },
    reads: ['desk/notice/latest'],
    add: {
      call: 'desk/notice/submit',
      body: { title: '公告{n}', category: 1, releaseTime: '2026-01-31 08:00:00', content: '<p>内容</p>' },
    },
    edit: { call: 'desk/notice/submit', change: { title: '新公告{n}' } },
    remove: 'desk/notice/remove',
  },
  { list: 'system/region/list', reads: ['system/region/lazy-tree?parentCode=00', 'system/region/detail?code=44'] },
  {
    list: 'system/client/list',
    asked: { clientId: 'saber' },
    add: {
      call: 'system/client/submit',
      body: {
        clientId: 'saber{n}',
        clientName: '应用{n}',
        clientSecret: 'saber_secret_of_16',
        authorizedGrantTypes: 5,
        accessTokenValidity: 3600,
        refreshTokenValidity: '',
        webServerRedirectUri: '',
        remark: '',
      },
    },
    edit: { call: 'system/client/submit', change: { accessTokenValidity: 7200 } },
    remove: 'system/client/remove',
  },
  {
    list: 'system/data-scope/list',
    asked: { scopeName: '机构' },
    add: {
      call: 'system/data-scope/submit',
      body: { scopeName: '机构{n}', resourceCode: 'system/post', scopeType: 3, scopeField: '*', remark: '' },
    },
    edit: { call: 'system/data-scope/submit', change: { scopeName: '新机构{n}' } },
    remove: 'system/data-scope/remove',
  },
  {
    list: 'system/api-scope/list',
    asked: { scopePath: '/api/system' },
    add: {
      call: 'system/api-scope/submit',
      body: { scopeName: '接口{n}', scopePath: '/api/system/post/list', scopeMethod: 1, remark: '' },
    },
    edit: { call: 'system/api-scope/submit', change: { remark: '改{n}' } },
    remove: 'system/api-scope/remove',
  },
  {
    list: 'resource/attach/list',
    asked: { originalName: 'saber' },
    known: { call: 'resource/attach/detail', id: '{attach}' },
    edit: { call: 'resource/attach/submit', change: { originalName: 'saber{n}.txt' } },
    remove: 'resource/attach/remove',
  },
  ...['usual', 'api', 'error'].map((name) => ({
    list: `log/${name}/list`,
    asked: { createTime_datege: '2026-01-01 00:00:00', createTime_datelt: '2099-01-01 00:00:00' },
    rows: `log/${name}/detail`,
  })),
  {
    list: 'message/my/list',
    reads: ['message/user-list?current=1&size=10', 'message/my/topList', 'message/my/sendList?current=1&size=10'],
    rows: 'message/detail',
    remove: 'message/remove',
    known: { call: 'message/detail', id: '{message}' },
  },
  { list: 'user/bank-card/list' },
  { list: 'user/country/list' },
  { list: 'user/wallet-address/list' },
  { list: 'user/payment-method/page' },
  { list: 'user/recharge-record/page' },
  { list: 'user/withdrawal-record/page' },
  {
    list: 'agent/user/lazy-page',
    known: { call: 'agent/user/detail', id: '{agent}' },
    edit: { call: 'agent/user/update', change: { realName: '代理{n}', phone: '138-0000-0000' } },
    does: ['agent/user/disable?ids={id}&reason=test', 'agent/user/enable?ids={id}'],
    reads: [
      'agent/user/lazy-list?parentId=0&current=1&size=10',
      'agent/user/rebate/chart?range=12m',
      'agent/user/rebate/page?current=1&size=10',
    ],
  },
  {
    list: 'agent/configuration/list',
    add: {
      call: 'agent/configuration/submit',
      body: {
        agentId: '{agent}',
        businessType: 1,
        countryCode: 'US',
        enabled: 1,
        price: '0.75',
        minQty: 10,
        remark: '',
      },
    },
    edit: { call: 'agent/configuration/submit', change: { price: '0.8' } },
  },
  { list: 'agent/product/list' },
  { list: 'agent/recharge/list' },
  { list: 'agent/withdrawal/list' },
];
