import { openDictionary } from '../../kit/dictionary.ts';
import {
  audited,
  country,
  date,
  dict,
  email,
  identifier,
  int,
  money,
  percent,
  text,
  textarea,
  time,
  url,
  yes,
} from '../../kit/field.ts';
import { codeField, nameFields, remarkField, sortField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';

export const assetCategory = openDictionary('asset_category', {
  device: { value: 1, zh: '设备', en: 'Device' },
  licence: { value: 2, zh: '许可证', en: 'Licence' },
});

const fields = {
  assetCode: codeField({
    label: { zh: '资产编号', en: 'Asset code' },
  }),
  ...nameFields('assetName', { zh: '资产名称', en: 'Asset name' }),
  category: dict(assetCategory, {
    label: { zh: '类别', en: 'Category' },
    required: true,
    list: true,
    search: 'in',
  }),
  serialNo: identifier({
    label: { zh: '序列号', en: 'Serial no.' },
    max: 40,
    list: true,
    search: 'equal',
  }),
  maker: text({
    label: { zh: '制造商', en: 'Maker' },
    max: 80,
    list: true,
    search: 'like',
    sort: true,
  }),
  usage: textarea({
    label: { zh: '用途', en: 'Usage' },
    max: 500,
    list: 'hidden',
  }),
  pieces: int({
    label: { zh: '数量', en: 'Pieces' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
  }),
  price: money({
    label: { zh: '单价', en: 'Unit price' },
    list: true,
    search: 'range',
  }),
  share: percent({
    label: { zh: '折旧率', en: 'Depreciation' },
    list: 'optional',
  }),
  boughtDay: date({
    label: { zh: '购入日期', en: 'Bought' },
    list: true,
    search: 'range',
    sort: true,
  }),
  checkTime: time({
    label: { zh: '盘点时间', en: 'Counted' },
    list: true,
    search: 'range',
  }),
  isLent: yes({
    label: { zh: '已借出', en: 'Lent' },
    required: true,
    list: true,
    search: 'equal',
    initial: 0,
  }),
  countryCode: country({
    label: { zh: '所在国家', en: 'Country' },
    list: true,
    search: 'in',
  }),
  contact: email({
    label: { zh: '联系邮箱', en: 'Contact' },
  }),
  manual: url({
    label: { zh: '说明书', en: 'Manual' },
  }),
  sort: sortField({
    label: { zh: '排序', en: 'Order' },
  }),
  status: statusField({
    label: { zh: '状态', en: 'Status' },
  }),
  remark: remarkField({
    label: { zh: '备注', en: 'Remark' },
  }),
  ...audited,
};

/** Assets. */
export const asset = resource('estate/asset', {
  title: { zh: '固定资产', en: 'Assets' },
  empty: { zh: '暂无固定资产，请先新增', en: 'Assets: none yet; add the first one' },
  nameField: { zh: 'assetName', en: 'assetNameEn' },
  defaultSort: 'sort',
  unique: [['assetCode'], ['serialNo']],
  fields,
  calls: crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'export', 'select']),
});
