import { dictionary } from '../../kit/dictionary.ts';
import { audited, dict, identifier } from '../../kit/field.ts';
import { nameFields, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';

export const apiScopeMethod = dictionary('api_scope_method', {
  get: { value: 1, zh: 'GET', en: 'GET' },
  post: { value: 2, zh: 'POST', en: 'POST' },
});
export const apiScopeType = dictionary('api_scope_type', {
  system: { value: 1, zh: '系统接口', en: 'System' },
  business: { value: 2, zh: '业务接口', en: 'Business' },
});

const PATH = matching(/^\/api(\/[A-Za-z0-9-]+){2,4}$/, {
  zh: '应为接口地址，例如 /api/system/post/submit',
  en: 'should be a route such as /api/system/post/submit',
});

const fields = {
  ...nameFields('scopeName', { zh: '接口名称', en: 'Name' }),
  scopePath: identifier({
    label: { zh: '接口地址', en: 'Endpoint' },
    help: { zh: '完整地址，创建后不变', en: 'Exact address; cannot be changed' },
    max: 128,
    pattern: PATH,
    required: true,
    list: true,
    form: 'create',
    search: 'like',
    sort: true,
  }),
  scopeMethod: dict(apiScopeMethod, {
    label: { zh: '方法', en: 'Method' },
    required: true,
    list: true,
    form: 'create',
    search: 'equal',
    initial: apiScopeMethod.is.post,
  }),
  resourceCode: identifier({
    label: { zh: '资源', en: 'Resource' },
    max: 64,
    required: true,
    list: 'hidden',
    form: false,
    search: 'equal',
  }),
  scopeType: dict(apiScopeType, {
    label: { zh: '接口类型', en: 'Type' },
    required: true,
    list: true,
    form: false,
    search: 'equal',
  }),
  remark: remarkField(),
  ...audited,
};

/**
 * Calls that need a further grant: callers of a listed route need a role with that grant, besides the permission.
 * Administrators may make every call.
 */
export const apiScope = resource('system/api-scope', {
  title: { zh: '接口权限', en: 'API scopes' },
  help: {
    zh: '列入的接口默认拒绝，只有被授予的角色可以调用',
    en: 'Listed endpoints are blocked except for roles they are granted to',
  },
  empty: { zh: '新增一个接口，再授予角色', en: 'Add an endpoint, then grant it to a role' },
  nameField: { zh: 'scopeName', en: 'scopeNameEn' },
  defaultSort: 'scopePath',
  unique: [['scopePath', 'scopeMethod']],
  fields,
  calls: crud(fields, ['list', 'detail', 'submit', 'remove', 'restore'], { changes: 'rights' }),
});
