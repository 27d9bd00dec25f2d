import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const dictionaryErrors = defineErrors({
  DICT_BUILT_IN: {
    status: 400,
    zh: '“{name}”为系统自带，不可删除；不再使用的条目可以封存',
    en: '“{name}” is built in and stays; an entry that is no longer wanted can be sealed',
  },
  DICT_CLOSED: {
    status: 400,
    zh: '“{name}”的取值由程序决定，不能增加条目',
    en: 'The program decides by the values of “{name}”: it takes no further entries',
  },
  DICT_SEALED: {
    status: 400,
    zh: '“{name}”已封存，请先解封再修改',
    en: '“{name}” is sealed; unseal it before changing it',
  },
  DICT_NEEDED: {
    status: 400,
    zh: '系统自带的字典不能整体封存，请封存其中的条目',
    en: 'A built-in dictionary is not sealed as a whole; seal its entries',
  },
  DICT_CODE_NEEDED: { status: 400, zh: '字典需要编号', en: 'A dictionary needs a code' },
  DICT_KEY_NEEDED: { status: 400, zh: '条目需要键值', en: 'An entry needs a key' },
  DICT_KEY_NUMBER: {
    status: 400,
    zh: '此字典的键值应为 0–{max} 的整数',
    en: 'A key of this dictionary is a whole number from 0 to {max}',
  },
  DICT_CODE_OTHER: {
    status: 400,
    zh: '条目的编号应与所属字典相同：{code}',
    en: 'An entry has the code of its dictionary: {code}',
  },
  DICT_MOVED: {
    status: 400,
    zh: '条目不能移到其他字典，字典与条目也不能互换',
    en: 'An entry stays in its dictionary, and neither becomes the other',
  },
  DICT_FULL: {
    status: 400,
    zh: '一个字典最多 {max} 个条目',
    en: 'A dictionary has at most {max} entries',
  },
});
