import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { openDictionary } from '../../kit/dictionary.ts';
import { audited, dict, text } from '../../kit/field.ts';
import { codeField, hasChildrenField, nameFields, parentField, remarkField, sortField } from '../../kit/presets.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { levelNodes, treeNodes } from '../../kit/tree.ts';

export const orgCategory = openDictionary('org_category', {
  company: { value: 1, zh: '公司', en: 'Company' },
  department: { value: 2, zh: '部门', en: 'Department' },
  team: { value: 3, zh: '小组', en: 'Team' },
});

const fields = {
  ...nameFields('deptName'),
  code: codeField({ generated: 'dept', help: { zh: '不填则自动生成', en: 'Generated if empty' } }),
  parentId: parentField('system/dept'),
  hasChildren: hasChildrenField(),
  deptCategory: dict(orgCategory, {
    namedAs: 'deptCategoryName',
    label: { zh: '机构类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    initial: orgCategory.is.department,
  }),
  fullName: text({ label: { zh: '机构全称', en: 'Full name' }, max: 128, list: true, search: 'like', width: 220 }),
  sort: sortField(),
  remark: remarkField(),
  ...audited,
};

const part = z.string().trim().max(128).optional();

/** Departments. Messages and lists of users include the departments below. */
export const dept = resource('system/dept', {
  title: { zh: '机构', en: 'Departments' },
  help: {
    zh: '公司、部门与小组，展开查看下级',
    en: 'Companies, departments and teams; expand a row to see the next level',
  },
  empty: { zh: '先新增公司，再在其下新增部门', en: 'Add a company first, then its departments' },
  nameField: { zh: 'deptName', en: 'deptNameEn' },
  defaultSort: 'sort',
  unique: [['code']],
  parentField: 'parentId',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'select'], { changes: 'rights' }),
    /** The departments directly below one, 0 or absent: the roots, or with a part of a name those of every level. */
    'lazy-list': get({
      title: { zh: '下级机构', en: 'Departments of one level' },
      access: 'view',
      input: z.object({ parentId: id().optional(), deptName: part, fullName: part, code: part }),
      data: z.array(rowSchema(fields)),
    }),
    tree: get({ title: { zh: '机构树', en: 'Department tree' }, access: 'view', data: treeNodes }),
    /** One level of the tree. */
    'lazy-tree': get({
      title: { zh: '机构树的一级', en: 'One level of the department tree' },
      access: 'view',
      input: z.object({ parentId: id().optional() }),
      data: levelNodes,
    }),
  },
});
