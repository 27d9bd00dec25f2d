import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, identifier, ref, text, textarea, yes } from '../../kit/field.ts';
import { remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';

const KEY = matching(/^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$/, {
  zh: '应为字母与数字，以点、连字符或下划线分隔，以字母开头',
  en: 'should be letters and digits, separated by dots, hyphens or underscores, starting with a letter',
});

const fields = {
  paramName: text({
    label: { zh: '参数名称', en: 'Parameter name' },
    max: 255,
    required: true,
    list: true,
    search: 'like',
    width: 260,
  }),
  paramKey: identifier({
    label: { zh: '参数键名', en: 'Parameter key' },
    help: {
      zh: '不可重复；内置参数的键名与名称不可修改',
      en: 'Unique; key and name of built-in parameters cannot be changed',
    },
    max: 255,
    pattern: KEY,
    required: true,
    list: true,
    search: 'like',
    sort: true,
  }),
  paramValue: textarea({
    label: { zh: '参数值', en: 'Parameter value' },
    max: 4000,
    required: true,
    list: true,
    search: 'like',
    width: 200,
  }),
  /** A requested weaker value of a guarded parameter, in words. */
  askedValue: text({ label: { zh: '待复核的值', en: 'Waiting for approval' }, max: 4000, form: false }),
  /** The request a second person decides about. */
  approvalId: ref(null, { label: { zh: '复核申请', en: 'Approval' }, form: false }),
  controlPanel: yes({
    label: { zh: '控制面板', en: 'Control panel' },
    help: { zh: '在控制面板中显示', en: 'On the control panel' },
    required: true,
    list: true,
    search: 'equal',
    initial: 0,
  }),
  remark: remarkField(),
  ...audited,
};

/** A parameter in the control panel; `parameters.ts` declares its kind, texts and range. */
const panelItem = z.object({
  paramKey: z.string(),
  paramName: z.string(),
  /** The value in force, as text. */
  paramValue: z.string(),
  /** The default of a tenant without its own value, as text; null for an operator's own parameter. */
  defaultValue: z.string().nullable(),
  controlPanel: z.union([z.literal(0), z.literal(1)]),
  remark: z.string(),
  /** A weaker value that waits for a second person. */
  asked: z
    .object({ paramValue: z.string(), approvalId: id(), approvalNo: z.string(), createUserName: z.string() })
    .nullable(),
});

const standard = crud(fields, ['list', 'detail', 'submit', 'remove', 'export'], {
  detailBy: 'paramKey',
  changes: 'safeguards',
});

/** Parameters that operators may change at run time. A row overrides the built-in default of its key. */
export const param = resource('system/param', {
  title: { zh: '参数管理', en: 'Parameters' },
  help: { zh: '修改即时生效，无需重启', en: 'Changes apply immediately; no restart needed' },
  empty: {
    zh: '新增参数以覆盖默认值，或供自己的程序读取',
    en: 'Add parameters to override defaults or for your own programs',
  },
  nameField: 'paramName',
  defaultSort: 'paramKey',
  unique: [['paramKey']],
  fields,
  calls: {
    ...standard,
    /** A weaker value of a guarded parameter is not set: `approvalId` is the request for a second person. */
    submit: {
      ...standard.submit,
      unlogged: ['paramValue'],
      data: z.object({ id: id(), approvalId: id().nullable().optional() }),
    },
    /** The parameters of the control panel, in the order and groups of their declaration. */
    'control-panel': get({
      title: { zh: '控制面板', en: 'Control panel' },
      access: 'control',
      data: z.array(panelItem),
    }),
    /**
     * Sets all parameters or none: a value as text, or null for the default. Weaker values of guarded parameters need a
     * reason and wait for a second person, each in its own request. The mask of a secret keeps the current one.
     */
    'update-control-panel': post({
      title: { zh: '修改控制面板', en: 'Change the control panel' },
      access: 'control',
      changes: 'safeguards',
      // Among the values may be a password.
      unlogged: ['values'],
      input: z.object({
        values: z
          .array(z.object({ paramKey: z.string().max(255), paramValue: z.string().max(4000).nullable() }))
          .min(1)
          .max(200),
        reason: z.string().trim().max(255).optional(),
      }),
      data: z.object({
        asked: z.array(z.object({ paramKey: z.string(), approvalId: id(), approvalNo: z.string() })),
      }),
    }),
  },
  extras: { approve: { zh: '复核调低安全要求的参数', en: 'Approve weaker values of guarded parameters' } },
});
