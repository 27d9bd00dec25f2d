import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const dictionaryErrors = defineErrors({
  DICT_BUILT_IN: {
    status: 400,
    zh: '“{name}”为系统自带，不可删除；不再使用的条目可以封存',
    en: '“{name}” is built in and cannot be deleted; archive entries you no longer need',
  },
  DICT_CLOSED: {
    status: 400,
    zh: '“{name}”的取值由程序决定，不能增加条目',
    en: 'The values of “{name}” are fixed by the program; no entries can be added',
  },
  DICT_SEALED: {
    status: 400,
    zh: '“{name}”已封存，请先解封再修改',
    en: '“{name}” is archived; restore it before editing',
  },
  DICT_NEEDED: {
    status: 400,
    zh: '系统自带的字典不能整体封存，请封存其中的条目',
    en: 'A built-in dictionary cannot be archived as a whole; archive its entries',
  },
  DICT_CODE_NEEDED: { status: 400, zh: '字典需要编号', en: 'A dictionary needs a code' },
  DICT_KEY_NEEDED: { status: 400, zh: '条目需要键值', en: 'An entry needs a key' },
  DICT_KEY_NUMBER: {
    status: 400,
    zh: '此字典的键值应为 0–{max} 的整数',
    en: 'Keys of this dictionary are whole numbers from 0 to {max}',
  },
  DICT_CODE_OTHER: {
    status: 400,
    zh: '条目的编号应与所属字典相同：{code}',
    en: 'An entry uses the code of its dictionary: {code}',
  },
  DICT_MOVED: {
    status: 400,
    zh: '条目不能移到其他字典，字典与条目也不能互换',
    en: 'An entry cannot move to another dictionary or become one',
  },
  DICT_FULL: {
    status: 400,
    zh: '一个字典最多 {max} 个条目',
    en: 'A dictionary has at most {max} entries',
  },
});
