import { z } from 'zod';
import { openDictionary } from '../../kit/dictionary.ts';
import { audited, dict } from '../../kit/field.ts';
import { codeField, nameFields, remarkField, sortField } from '../../kit/presets.ts';
import { crud, namedChoices, resource } from '../../kit/resource.ts';

export const postCategory = openDictionary('post_category', {
  senior: { value: 1, zh: '高层', en: 'Senior' },
  middle: { value: 2, zh: '中层', en: 'Middle' },
  junior: { value: 3, zh: '基层', en: 'Junior' },
  other: { value: 4, zh: '其他', en: 'Other' },
});

const fields = {
  postCode: codeField({ label: { zh: '岗位编号', en: 'Post code' } }),
  ...nameFields('postName', { zh: '岗位名称', en: 'Post name' }),
  category: dict(postCategory, {
    namedAs: 'categoryName',
    label: { zh: '岗位类型', en: 'Post level' },
    required: true,
    list: true,
    search: 'in',
    initial: postCategory.is.junior,
  }),
  sort: sortField(),
  remark: remarkField({ label: { zh: '岗位描述', en: 'Description' } }),
  ...audited,
};

const standard = crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'export', 'select']);

/** Posts: a label on users that gives no rights. */
export const post = resource('system/post', {
  title: { zh: '岗位管理', en: 'Posts' },
  help: { zh: '人员的岗位，只作标识，不带权限', en: 'Job titles; for reference only, no permissions' },
  empty: { zh: '先新增一个岗位，再在用户上选择', en: 'Add a post, then assign it to users' },
  nameField: { zh: 'postName', en: 'postNameEn' },
  defaultSort: 'sort',
  unique: [['postCode']],
  fields,
  calls: {
    ...standard,
    select: { ...standard.select, data: namedChoices({ postCode: z.string(), postName: z.string() }) },
  },
});
