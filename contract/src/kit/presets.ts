import { enableStatus } from './dictionary.ts';
import {
  dict,
  type FieldCondition,
  type FieldOptions,
  identifier,
  int,
  text,
  textarea,
  time,
  treeRef,
  yes,
} from './field.ts';
import type { Text } from './locale.ts';
import { matching } from './sentences.ts';

/** Fields that most resources have, in their usual form; differences are passed in. */

type Look = Partial<Pick<FieldOptions, 'label' | 'help' | 'group' | 'list' | 'form' | 'generated'>>;

const CODE = matching(/^[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*$/, {
  zh: '应为字母、数字、连字符或下划线，以字母开头',
  en: 'should be letters, digits, hyphens or underscores, starting with a letter',
});

/** A short name for programs and files; declare it `unique` on the resource. Another `pattern` brings its own help. */
export const codeField = (look: Look & { readonly pattern?: RegExp } = {}) =>
  identifier({
    label: { zh: '编号', en: 'Code' },
    help: { zh: '字母、数字、连字符或下划线，不可重复', en: 'Letters, digits, hyphens or underscores; unique' },
    pattern: CODE,
    ...look,
    max: 64,
    required: true,
    list: true,
    search: 'like',
    sort: true,
  });

/** The column of numbers in a list, found by whole numbers in any notation, by first or last digits, or by several at once. */
export const searchedNumber = {
  label: { zh: '号码', en: 'Number' },
  required: true,
  list: true,
  search: 'like',
} as const;

const nameOf = (label: Text, more: { readonly follows?: string; readonly help?: Text } = {}) =>
  text({ label, max: 64, required: true, list: true, search: 'like', sort: true, width: 180, ...more });
type NameText = ReturnType<typeof nameOf>;

/** A name in each language: `postName` and `postNameEn`. */
export const nameFields = <const N extends string>(name: N, label: Text = { zh: '名称', en: 'Name' }) =>
  ({
    [name]: nameOf({ zh: label.zh, en: `Chinese ${label.en.toLowerCase()}` }),
    [`${name}En`]: nameOf(
      { zh: `英文${label.zh}`, en: `English ${label.en.toLowerCase()}` },
      { follows: name, help: { zh: '不填则与中文相同', en: 'Empty: same as Chinese' } },
    ),
  }) as { readonly [K in N | `${N}En`]: NameText };

/** A name that is the same in every language. */
export const nameField = (label: Text = { zh: '名称', en: 'Name' }) => nameOf(label);

/** Until when callbacks with a replaced key are accepted. */
export const previousKeyField = (when: FieldCondition) =>
  time({
    label: { zh: '旧密钥有效至', en: 'Old keys valid until' },
    help: {
      zh: '更换密钥时填写：在此之前，用旧密钥签名的回调仍然有效；留空则旧密钥立即失效',
      en: 'When you replace a key: callbacks with the old one are accepted until then; empty: from now on only the new one',
    },
    when,
  });

/** The position of a row in its list, the smallest first. */
export const sortField = (look: Look = {}) =>
  int({
    label: { zh: '排序', en: 'Order' },
    list: true,
    ...look,
    min: 0,
    max: 99_999,
    required: true,
    sort: true,
    initial: 1,
  });

/** The row above, in a resource that is a tree and answers `select`; declare it as `parentField`. */
export const parentField = (resource: string, look: Look = {}) =>
  treeRef({ resource, call: 'select' }, { label: { zh: '上级', en: 'Parent' }, ...look, search: 'equal' });

/** Whether anything hangs below a row: with it lists show a tree level by level. Computed by the kit. */
export const hasChildrenField = () => yes({ label: { zh: '有下级', en: 'Has children' }, required: true, form: false });

/** In use or not. */
export const statusField = (look: Look = {}) =>
  dict(enableStatus, {
    label: { zh: '状态', en: 'Status' },
    list: true,
    ...look,
    required: true,
    search: 'equal',
    initial: enableStatus.is.enabled,
  });

/** A remark in free text. */
export const remarkField = (look: Look = {}) =>
  textarea({ label: { zh: '备注', en: 'Remark' }, list: 'hidden', ...look, max: 500 });
