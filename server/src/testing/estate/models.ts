import { model } from '@trade-assistant/contract/areas/develop/code-model.ts';
import type { CodeModel } from '../../areas/develop/code/plan.ts';

/** Fields as the form of a model sends them: one of each kind. */
export const assetFields = [
  { name: 'assetCode', kind: 'code', zh: '资产编号', en: 'Asset code' },
  { name: 'assetName', kind: 'names', zh: '资产名称', en: 'Asset name' },
  {
    ...{ name: 'category', kind: 'dictionary', zh: '类别', en: 'Category', required: true, search: true },
    dictionary: {
      code: 'asset_category',
      values: [
        { name: 'device', value: 1, zh: '设备', en: 'Device' },
        { name: 'licence', value: 2, zh: '许可证', en: 'Licence' },
      ],
    },
  },
  { name: 'serialNo', kind: 'identifier', zh: '序列号', en: 'Serial no.', search: true, max: 40, unique: true },
  { name: 'maker', kind: 'text', zh: '制造商', en: 'Maker', search: true, sort: true, max: 80 },
  { name: 'usage', kind: 'textarea', zh: '用途', en: 'Usage', list: 'hidden' },
  { name: 'pieces', kind: 'integer', zh: '数量', en: 'Pieces', required: true, search: true, sort: true },
  { name: 'price', kind: 'money', zh: '单价', en: 'Unit price', search: true },
  { name: 'share', kind: 'percent', zh: '折旧率', en: 'Depreciation', list: 'optional' },
  { name: 'boughtDay', kind: 'date', zh: '购入日期', en: 'Bought', search: true, sort: true },
  { name: 'checkTime', kind: 'time', zh: '盘点时间', en: 'Counted', search: true },
  { name: 'isLent', kind: 'yes', zh: '已借出', en: 'Lent', search: true },
  { name: 'countryCode', kind: 'country', zh: '所在国家', en: 'Country', search: true },
  { name: 'contact', kind: 'email', zh: '联系邮箱', en: 'Contact', list: 'no' },
  { name: 'manual', kind: 'url', zh: '说明书', en: 'Manual', list: 'no' },
  { name: 'sort', kind: 'sort', zh: '排序', en: 'Order' },
  { name: 'status', kind: 'status', zh: '状态', en: 'Status' },
  { name: 'remark', kind: 'remark', zh: '备注', en: 'Remark' },
];

/** The models of the resources in this folder: one with fields of every kind, and one with two. */
export const estateModels: readonly CodeModel[] = [
  {
    title: { zh: '固定资产', en: 'Assets' },
    apiPath: 'estate/asset',
    tableName: 'est_asset',
    menuIcon: 'ProfileOutlined',
    fields: model.parse(assetFields),
  },
  {
    title: { zh: '固定资产', en: 'Assets' },
    apiPath: 'estate/flat',
    tableName: 'est_flat',
    menuIcon: 'ProfileOutlined',
    fields: model.parse(assetFields.slice(0, 2)),
  },
];
