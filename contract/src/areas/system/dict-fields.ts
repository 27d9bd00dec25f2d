import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { toneKind } from '../../kit/dictionary.ts';
import { audited, dict, identifier, text, textarea, yes } from '../../kit/field.ts';
import { hasChildrenField, parentField, sortField } from '../../kit/presets.ts';
import { crud, type Fields, rowSchema } from '../../kit/resource.ts';
import { flag, id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { treeNodes } from '../../kit/tree.ts';

/** The key of a dictionary's own row; its entries have others. */
export const DICTIONARY_KEY = '-1';

/** An address of the console or a business type is a key too, for flow routes. */
const KEY = matching(/^[\w-]+([./:][\w-]+)*$/, {
  zh: '应为字母、数字、连字符或下划线，可用 . / : 分段',
  en: 'should be letters, digits, hyphens or underscores, in parts separated by . / or :',
});
const CODE = matching(/^[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*$/, {
  zh: '应为字母、数字、连字符或下划线，以字母开头',
  en: 'should be letters, digits, hyphens or underscores, starting with a letter',
});

/** Shared by dictionaries of the platform and of a tenant; a row is a dictionary or an entry of one. */
export const dictionaryFields = (resource: string) => ({
  dictValue: text({
    label: { zh: '字典名称', en: 'Name' },
    max: 255,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    width: 220,
  }),
  dictValueEn: text({
    label: { zh: '英文名称', en: 'English name' },
    help: { zh: '不填则与字典名称相同', en: 'Empty: same as the name' },
    max: 255,
    list: true,
    search: 'like',
  }),
  code: identifier({
    label: { zh: '字典编号', en: 'Code' },
    help: {
      zh: '字典必填，程序按编号读取，新增后不可修改；条目不填，沿用所属字典的编号',
      en: 'Required for a dictionary: programs refer to it; cannot be changed. Entries use the code of their dictionary',
    },
    max: 64,
    pattern: CODE,
    list: true,
    search: 'like',
    sort: true,
    form: 'create',
  }),
  parentId: parentField(resource, { label: { zh: '所属字典', en: 'Dictionary' } }),
  dictKey: text({
    label: { zh: '字典键值', en: 'Key' },
    help: {
      zh: '条目必填，存入业务数据，新增后不可修改；字典本身不填',
      en: 'Required for an entry: stored in business data; cannot be changed. Empty for a dictionary',
    },
    max: 64,
    pattern: KEY,
    list: true,
    search: 'like',
    form: 'create',
    width: 120,
  }),
  tone: dict(toneKind, {
    label: { zh: '颜色', en: 'Colour' },
    help: { zh: '显示在条目名称前的圆点', en: 'Dot shown before the entry name' },
    list: true,
  }),
  sort: sortField({ label: { zh: '字典排序', en: 'Order' } }),
  isSealed: yes({
    label: { zh: '封存', en: 'Archived' },
    help: {
      zh: '封存后不再供选择，且解封前不可修改；已有数据照常显示',
      en: 'Archived entries are not offered for new records and cannot be edited; existing records still show them',
    },
    required: true,
    list: true,
    search: 'equal',
    initial: 0,
  }),
  remark: textarea({ label: { zh: '字典备注', en: 'Remark' }, max: 255, list: 'hidden', search: 'like' }),
  hasChildren: hasChildrenField(),
  ...audited,
});

/** An entry in the form of a choice. */
export const choiceEntry = z.object({
  id: id(),
  parentId: id(),
  code: z.string(),
  dictKey: z.string(),
  dictValue: z.string(),
  dictValueEn: z.string(),
  tone: z.int().nullable(),
  sort: z.int(),
  isSealed: flag(),
  remark: z.string(),
});

const codeText = z.string().trim().min(1).max(64);

/** The calls of dictionaries. */
export const dictionaryCalls = <F extends Fields>(fields: F) => {
  const listed = crud(fields, ['list']).list;
  return {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'select']),
    /** Dictionaries alone, without their entries. */
    'parent-list': get({
      title: { zh: '字典列表', en: 'Dictionaries' },
      access: 'view',
      input: listed.input,
      data: listed.data,
    }),
    /** The entries right below a dictionary or an entry, sealed ones too. */
    'child-list': get({
      title: { zh: '字典条目', en: 'Entries' },
      access: 'view',
      input: z.object({
        parentId: id(),
        code: z.string().trim().max(64).optional(),
        dictValue: z.string().trim().max(255).optional(),
        dictKey: z.string().trim().max(64).optional(),
        isSealed: flag().optional(),
      }),
      data: z.array(rowSchema(fields)),
    }),
    /** Dictionaries with their entries; with a code only that one. `DICT` means all. */
    tree: get({
      title: { zh: '字典树', en: 'Dictionary tree' },
      access: 'view',
      input: z.object({ code: codeText.optional() }),
      data: treeNodes,
    }),
    /** The choices of a dictionary: its entries in order, without sealed ones. */
    dictionary: get({
      title: { zh: '字典选项', en: 'Entries to choose from' },
      access: 'signed-in',
      input: z.object({ code: codeText }),
      data: z.array(choiceEntry),
    }),
  };
};
