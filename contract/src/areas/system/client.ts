import { dictionary } from '../../kit/dictionary.ts';
import { audited, bits, duration, identifier, secret, url, yes } from '../../kit/field.ts';
import { nameFields, remarkField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';

/** The ways of the token call, as a set. */
const grants = dictionary('grant_type', {
  password: { value: 1, zh: '密码', en: 'Password' },
  captcha: { value: 2, zh: '密码与验证码', en: 'Password with captcha' },
  refresh_token: { value: 4, zh: '刷新令牌', en: 'Refresh token' },
  social: { value: 8, zh: '第三方登录', en: 'Social sign-in' },
  totp: { value: 16, zh: '两步验证码', en: 'Two-step code' },
  passkey: { value: 32, zh: '通行密钥', en: 'Passkey' },
});

/** Ways to sign in with a client, also by the names of OAuth 2.0. */
export const grantType: typeof grants = {
  ...grants,
  ignoredNames: ['authorization_code', 'implicit', 'client_credentials', 'sms_code'],
};

/** The client that the console is. */
export const CONSOLE_CLIENT = 'trade-assistant';

const ID = matching(/^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$/, {
  zh: '应以字母开头，由字母和数字组成，可用点、连字符或下划线分隔',
  en: 'should begin with a letter and consist of letters and digits, separated by dots, hyphens or underscores',
});
const SECRET = matching(/^[\x21-\x7e]{16,256}$/, {
  zh: '应为 16 至 256 个字符，不含空格',
  en: 'should have 16 to 256 characters and no spaces',
});
const tokens = { zh: '令牌', en: 'Tokens' };
const SHORTEST_LIFE_SECONDS = 60;
const asInstalled = { zh: '留空则使用系统默认值', en: 'Empty: system default' };

const fields = {
  clientId: identifier({
    label: { zh: '应用编号', en: 'Client ID' },
    help: { zh: '登录时与密钥一起提供，创建后不可更改', en: 'Sent with the secret at sign-in; cannot be changed' },
    max: 48,
    pattern: ID,
    required: true,
    form: 'create',
    list: true,
    search: 'like',
    sort: true,
  }),
  ...nameFields('clientName', { zh: '应用名称', en: 'Name' }),
  isPublic: yes({
    label: { zh: '公开应用', en: 'Public' },
    help: {
      zh: '在浏览器或手机中运行的应用无法保守密钥，登录时不校验',
      en: 'Apps in browsers or phones cannot keep a secret; none is required',
    },
    required: true,
    list: true,
    search: 'equal',
    initial: 0,
  }),
  clientSecret: secret({
    label: { zh: '应用密钥', en: 'Client secret' },
    max: 256,
    pattern: SECRET,
    when: { field: 'isPublic', is: [0], isNeeded: true },
  }),
  authorizedGrantTypes: bits(grantType, {
    label: { zh: '登录方式', en: 'Grant types' },
    required: true,
    list: true,
    initial: grantType.is.password + grantType.is.refresh_token,
    width: 260,
  }),
  accessTokenValidity: duration({
    label: { zh: '访问令牌有效期', en: 'Access token lifetime' },
    help: asInstalled,
    group: tokens,
    min: SHORTEST_LIFE_SECONDS,
    max: 7 * 86_400,
    list: true,
  }),
  refreshTokenValidity: duration({
    label: { zh: '刷新令牌有效期', en: 'Refresh token lifetime' },
    help: asInstalled,
    group: tokens,
    min: SHORTEST_LIFE_SECONDS,
    max: 365 * 86_400,
    list: true,
  }),
  webServerRedirectUri: url({ label: { zh: '应用地址', en: 'Application address' }, list: 'hidden' }),
  status: statusField(),
  remark: remarkField(),
  ...audited,
};

/** The applications people sign in with. Disabling or removing one ends the sessions opened with it. */
export const client = resource('system/client', {
  title: { zh: '应用管理', en: 'Client applications' },
  help: {
    zh: '可以登录本系统的应用；停用或删除后，通过它登录的会话立即结束',
    en: 'Apps that can sign in; disabling or deleting one ends its sessions immediately',
  },
  empty: { zh: '新增应用后，它即可用自己的编号与密钥登录', en: 'Added apps sign in with their ID and secret' },
  nameField: { zh: 'clientName', en: 'clientNameEn' },
  defaultSort: 'clientId',
  unique: [['clientId']],
  isPlatformWide: true,
  fields,
  calls: crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'export'], { changes: 'credentials' }),
});
