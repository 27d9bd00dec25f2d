import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { exportCall } from '../../kit/export.ts';
import { dict, identifier, int, readOnly, text, textarea, time, yes } from '../../kit/field.ts';
import { listImportReport } from '../../kit/list-import.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { sortField } from '../../kit/presets.ts';
import { resource } from '../../kit/resource.ts';
import { flag, int32 } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';

export const regionLevel = dictionary('region', {
  country: { value: 0, zh: '国家', en: 'Country' },
  province: { value: 1, zh: '省份/直辖市', en: 'Province' },
  city: { value: 2, zh: '地市', en: 'City' },
  district: { value: 3, zh: '区县', en: 'District' },
  town: { value: 4, zh: '乡镇', en: 'Town' },
  village: { value: 5, zh: '村委', en: 'Village' },
});

/** The root region. */
export const ROOT_REGION = '00';

/** Lines one import may have: all towns of the country are some 42,000. */
export const REGION_IMPORT_LINES = 100_000;
export const regionFile = { maxBytes: 10 * 1024 * 1024 } as const;

const CODE = matching(/^\d{2,12}$/, { zh: '应为 2–12 位数字', en: 'should be 2 to 12 digits' });

const fields = {
  code: identifier({
    label: { zh: '区划编号', en: 'Code' },
    help: { zh: '以上级编号开头，例如 44 下的 4403', en: 'Starts with the parent code: 4403 below 44' },
    max: 12,
    pattern: CODE,
    required: true,
    list: true,
    search: 'equal',
    sort: true,
  }),
  name: text({
    label: { zh: '区划名称', en: 'Name' },
    max: 128,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    width: 200,
  }),
  parentCode: identifier({
    label: { zh: '上级编号', en: 'Parent code' },
    max: 12,
    pattern: CODE,
    list: true,
    search: 'equal',
  }),
  parentName: text({ label: { zh: '上级名称', en: 'Parent name' }, max: 128, form: false }),
  fullName: text({ label: { zh: '完整名称', en: 'Full name' }, max: 1000, list: true, form: false, width: 320 }),
  regionLevel: dict(regionLevel, { label: { zh: '区划等级', en: 'Level' }, required: true, list: true, search: 'in' }),
  sort: sortField(),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255, list: 'hidden' }),
  ...readOnly({
    hasChildren: yes({ label: { zh: '有下级', en: 'Has children' }, required: true }),
    version: int({ label: { zh: '版本', en: 'Version' }, required: true }),
    updateTime: time({
      label: { zh: '更新时间', en: 'Updated' },
      required: true,
      list: 'hidden',
      sort: true,
      search: 'range',
      alsoSearchedAs: 'createTime',
    }),
  }),
};

/** A row as it travels. Its code is its id, and text: the root's would lose its zeros as a number. */
export const regionRow = z.object({
  code: fields.code.schema,
  name: fields.name.schema,
  parentCode: fields.parentCode.schema.nullable(),
  parentName: z.string().nullable(),
  fullName: z.string(),
  regionLevel: fields.regionLevel.schema,
  /** The same, as other clients call it. */
  level: fields.regionLevel.schema,
  sort: fields.sort.schema,
  remark: z.string().nullable(),
  hasChildren: flag(),
  version: int32(),
  updateTime: fields.updateTime.schema,
});
export type Region = z.output<typeof regionRow>;

/** One level of the tree, as selectors show it. */
export const regionNode = z.object({
  id: z.string(),
  parentId: z.string(),
  title: z.string(),
  key: z.string(),
  value: z.string(),
  regionLevel: z.int(),
  hasChildren: flag(),
});

const parentCode = fields.code.schema.default(ROOT_REGION);

/** Administrative divisions of China, by their codes of GB/T 2260. All tenants share them; the platform looks after them. */
export const region = resource('system/region', {
  title: { zh: '行政区划', en: 'Regions' },
  help: {
    zh: '省、市、区县的编号与名称，所有租户共用',
    en: 'Codes and names of administrative divisions in China, shared by all tenants',
  },
  empty: { zh: '还没有行政区划，可以导入', en: 'No regions yet; you can import them' },
  nameField: 'name',
  defaultSort: 'code',
  fields,
  calls: {
    list: get({
      title: { zh: '列表', en: 'List' },
      access: 'view',
      input: listQuery(fields),
      data: pageOf(regionRow),
    }),
    detail: get({
      title: { zh: '详情', en: 'Detail' },
      access: 'view',
      input: z.object({ code: fields.code.schema }),
      data: regionRow,
    }),
    'lazy-list': get({
      title: { zh: '下级区划', en: 'Regions of one level' },
      access: 'view',
      input: z.object({ parentCode }),
      data: z.array(regionRow),
    }),
    'lazy-tree': get({
      title: { zh: '区划树的一级', en: 'One level of the region tree' },
      access: 'view',
      input: z.object({ parentCode }),
      data: z.array(regionNode),
    }),
    /** The regions right below one, for selectors that follow one another. */
    select: get({
      title: { zh: '区划选项', en: 'Region choices' },
      access: 'signed-in',
      input: z.object({ code: parentCode }),
      data: z.array(z.object({ code: z.string(), name: z.string(), regionLevel: z.int(), hasChildren: flag() })),
    }),
    /**
     * Adds a region, or changes the one with that code. `version` 0 only adds; another is the state the caller saw.
     * Code and parent of a region never change.
     */
    submit: post({
      title: { zh: '新增或修改', en: 'Add or edit' },
      access: 'edit',
      input: z.object({
        code: fields.code.schema,
        parentCode: fields.parentCode.schema.nullable().optional(),
        name: fields.name.schema,
        regionLevel: fields.regionLevel.schema.nullable().optional(),
        /** The same; of two that differ the one counts that the region does not have yet. */
        level: fields.regionLevel.schema.nullable().optional(),
        sort: fields.sort.schema.nullable().optional(),
        remark: fields.remark.schema.nullable().optional(),
        version: int32().optional(),
      }),
      data: z.object({ code: z.string() }),
    }),
    /** `id` is the code. Refused while it has child regions. */
    remove: post({
      title: { zh: '删除', en: 'Delete' },
      access: 'delete',
      input: z.object({ id: fields.code.schema }),
    }),
    /** `isCovered` 1 changes existing regions; 0 leaves them unchanged. */
    import: post({
      title: { zh: '导入', en: 'Import' },
      access: 'import',
      upload: regionFile,
      input: z.object({ isCovered: flag().default(0) }),
      data: listImportReport,
    }),
    template: get({
      title: { zh: '导入模板', en: 'Import template' },
      access: 'import',
      answer: 'file',
      rowless: 'a template',
    }),
    export: exportCall(fields),
  },
});
