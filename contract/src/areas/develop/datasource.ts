import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, dict, identifier, secret } from '../../kit/field.ts';
import { nameField, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { flag, id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';

export const datasourceCategory = dictionary('datasource_category', {
  postgresql: { value: 1, zh: 'PostgreSQL', en: 'PostgreSQL' },
  mysql: { value: 2, zh: 'MySQL', en: 'MySQL' },
});
/** How a connection is encrypted: with a checked certificate, with any one, or not at all. */
export const datasourceTls = dictionary('datasource_tls', {
  verified: { value: 1, zh: '加密，验证证书', en: 'Encrypted, certificate verified' },
  any: { value: 2, zh: '加密，不验证证书', en: 'Encrypted, any certificate' },
  none: { value: 3, zh: '不加密', en: 'Not encrypted' },
});

/** Names of drivers in the family, by category. */
export const DRIVERS: Readonly<Record<number, readonly string[]>> = {
  [datasourceCategory.is.postgresql]: ['org.postgresql.Driver'],
  [datasourceCategory.is.mysql]: ['com.mysql.cj.jdbc.Driver', 'com.mysql.jdbc.Driver'],
};

const ADDRESS = matching(/^(jdbc:)?(postgresql|postgres|mysql):\/\/[^\s/@?]+\/[^\s/?#]+(\?\S*)?$/i, {
  zh: '应为数据库地址，例如 postgresql://db.example.com:5432/shop 或 jdbc:mysql://db.example.com:3306/shop',
  en: 'should be the address of a database such as postgresql://db.example.com:5432/shop or jdbc:mysql://db.example.com:3306/shop',
});
const DRIVER = matching(/^[A-Za-z][\w.]*$/, {
  zh: '应为驱动类名，例如 org.postgresql.Driver',
  en: 'should be the class of a driver such as org.postgresql.Driver',
});

const fields = {
  name: nameField({ zh: '名称', en: 'Name' }),
  category: dict(datasourceCategory, {
    label: { zh: '数据库', en: 'Database' },
    required: true,
    list: true,
    form: false,
    search: 'equal',
  }),
  driverClass: identifier({
    label: { zh: '驱动类', en: 'Driver class' },
    help: { zh: '不填则由地址决定', en: 'Empty: decided by the address' },
    max: 100,
    pattern: DRIVER,
    list: 'hidden',
  }),
  url: identifier({
    label: { zh: '连接地址', en: 'Address' },
    help: {
      zh: 'postgresql:// 或 mysql://，也可用 jdbc: 写法；不含账号和密码',
      en: 'postgresql:// or mysql://, also with jdbc: in front; without user and password',
    },
    max: 500,
    pattern: ADDRESS,
    required: true,
    list: true,
    search: 'like',
  }),
  tlsMode: dict(datasourceTls, {
    label: { zh: '加密', en: 'Encryption' },
    required: true,
    list: 'hidden',
    initial: datasourceTls.is.verified,
  }),
  username: identifier({
    label: { zh: '用户名', en: 'User name' },
    help: { zh: '请使用只读账号', en: 'Use an account that can only read' },
    max: 50,
    required: true,
    list: true,
  }),
  password: secret({
    label: { zh: '密码', en: 'Password' },
    max: 255,
    sentTo: ['url', 'driverClass', 'tlsMode', 'username'],
  }),
  remark: remarkField(),
  ...audited,
};

/** Databases whose tables the code generator reads. Nothing else uses them (decision 0097). */
export const datasource = resource('develop/datasource', {
  title: { zh: '数据源', en: 'Data sources' },
  help: { zh: '代码生成读取其中的表结构', en: 'The code generator reads the tables of these databases' },
  empty: { zh: '新增一个数据库连接，再用“测试连接”检查', en: 'Add a database, then check it with “Test”' },
  nameField: 'name',
  unique: [['name']],
  isPlatformWide: true,
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'select'], { changes: 'credentials' }),
    /** Connects and reads the version of the server, within seconds. */
    test: post({
      title: { zh: '测试连接', en: 'Test' },
      access: 'edit',
      keyless: 'reads',
      untrailed: 'changes nothing',
      perMinute: 30,
      input: z.object({ id: id() }),
      data: z.object({
        version: z.string(),
        /** Whether the account may change data: an account of a data source should not. */
        canWrite: flag(),
        millis: z.int(),
      }),
    }),
    /** Tables and views, at most 1,000. */
    tables: get({
      title: { zh: '数据表', en: 'Tables' },
      access: 'view',
      perMinute: 60,
      input: z.object({ id: id(), keyword: z.string().trim().max(64).default('') }),
      data: z.array(z.object({ schema: z.string(), name: z.string(), comment: z.string(), isView: flag() })),
    }),
  },
});
