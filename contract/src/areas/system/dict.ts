import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { yes } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';
import { dictionaryCalls, dictionaryFields } from './dict-fields.ts';

const { hasChildren, ...common } = dictionaryFields('system/dict');
const fields = {
  ...common,
  isBuiltIn: yes({
    label: { zh: '系统自带', en: 'Built in' },
    required: true,
    list: 'hidden',
    search: 'equal',
    form: false,
  }),
  /** Whether entries may be added; the program decides by the keys of the others. */
  takesEntries: yes({ label: { zh: '可增加条目', en: 'Entries can be added' }, required: true, form: false }),
  hasChildren,
};

const label = z.object({
  key: z.string(),
  zh: z.string(),
  en: z.string(),
  tone: z.int().nullable(),
  isSealed: z.boolean(),
});

/** Dictionaries, the same for all tenants: the closed ones of the program and further ones. */
export const dict = resource('system/dict', {
  title: { zh: '系统字典', en: 'System dictionary' },
  help: {
    zh: '所有租户共用的取值与名称；名称、排序、颜色与封存修改后即时生效',
    en: 'Names of coded values for all tenants. Changes to names, order, colours and archiving apply immediately',
  },
  empty: { zh: '没有符合条件的字典', en: 'No matching dictionaries' },
  nameField: { zh: 'dictValue', en: 'dictValueEn' },
  defaultSort: 'sort',
  unique: [['code', 'dictKey']],
  parentField: 'parentId',
  isPlatformWide: true,
  fields,
  calls: {
    ...dictionaryCalls(fields),
    /**
     * Current names of all values of the program's dictionaries, including sealed ones. `version` is that of an earlier
     * answer: if nothing has changed since, the other fields are null.
     */
    labels: get({
      title: { zh: '字典名称', en: 'Names of values' },
      access: 'signed-in',
      input: z.object({ version: z.string().max(64).optional() }),
      data: z.object({
        version: z.string(),
        dictionaries: z.record(z.string(), z.array(label)).nullable(),
        /** Which screen a document of a type opens: `flow_desk/approval` and an address. */
        routes: z.array(z.object({ routeKey: z.string(), routeValue: z.string() })).nullable(),
      }),
    }),
  },
});
