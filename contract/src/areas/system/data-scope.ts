import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, dict, identifier, json, text } from '../../kit/field.ts';
import { nameFields, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';

export const dataScopeType = dictionary('data_scope_type', {
  all: { value: 1, zh: '全部数据', en: 'All rows' },
  own: { value: 2, zh: '本人数据', en: 'Own rows' },
  department: { value: 3, zh: '所在机构', en: 'Own department' },
  departmentBelow: { value: 4, zh: '所在机构及下级', en: 'Own department and below' },
  custom: { value: 5, zh: '自定义', en: 'Custom' },
});

/** Every field. */
export const ANY_FIELD = '*';

const RESOURCE = matching(/^[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*)?$/, {
  zh: '应为资源名称，例如 system/post',
  en: 'should be a resource such as system/post',
});

const fieldNames = (label: { zh: string; en: string }, help: { zh: string; en: string }) =>
  text({ label, help, max: 1000, required: true, list: 'hidden', initial: ANY_FIELD, width: 200 });

const fields = {
  resourceCode: identifier({
    label: { zh: '资源', en: 'Resource' },
    help: { zh: '规则约束哪一类数据，创建后不变', en: 'The list this scope applies to; cannot be changed later' },
    max: 64,
    pattern: RESOURCE,
    required: true,
    list: true,
    form: 'create',
    search: 'equal',
    sort: true,
  }),
  ...nameFields('scopeName', { zh: '规则名称', en: 'Name' }),
  scopeType: dict(dataScopeType, {
    label: { zh: '规则类型', en: 'Rows' },
    required: true,
    list: true,
    search: 'in',
    initial: dataScopeType.is.department,
  }),
  /** The parameters of the resource's list, as a search would give them: `{"countryCode_equal": "US"}`. */
  scopeValue: json(z.record(z.string().max(80), z.string().max(500)), {
    label: { zh: '条件', en: 'Conditions' },
    help: { zh: '全部满足的数据可见', en: 'Records matching all conditions' },
    list: 'hidden',
    when: { field: 'scopeType', is: [dataScopeType.is.custom] },
    width: 220,
  }),
  scopeField: fieldNames(
    { zh: '可见字段', en: 'Visible fields' },
    { zh: '* 为全部；名称与状态始终可见', en: '* means all; name and status are always visible' },
  ),
  writableField: fieldNames({ zh: '可改字段', en: 'Writable fields' }, { zh: '* 为全部', en: '* means all' }),
  remark: remarkField(),
  ...audited,
};

/**
 * Which rows of a resource a role reaches, and which of their fields. A role without one reaches all that its people
 * otherwise may. Of several roles the most permissive wins.
 */
export const dataScope = resource('system/data-scope', {
  title: { zh: '数据权限', en: 'Data scopes' },
  help: {
    zh: '在角色的“权限设置”中授予；多个角色取最宽的范围',
    en: 'Granted to roles; of several roles the widest applies',
  },
  empty: { zh: '新增一条规则，再授予角色', en: 'Add a rule, then grant it to a role' },
  nameField: { zh: 'scopeName', en: 'scopeNameEn' },
  defaultSort: 'resourceCode',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore'], { changes: 'rights' }),
    /** The resources that rules can be about, with their fields and the conditions a custom rule may have. */
    resources: get({
      title: { zh: '可约束的资源', en: 'Resources with rules' },
      access: 'view',
      data: z.array(
        z.object({
          resourceCode: z.string(),
          title: z.string(),
          titleEn: z.string(),
          /** The rows it covers, if the title does not name them; empty otherwise. */
          about: z.string(),
          aboutEn: z.string(),
          fields: z.array(z.object({ name: z.string(), label: z.string(), labelEn: z.string(), kind: z.string() })),
          conditions: z.array(z.string()),
        }),
      ),
    }),
  },
});
