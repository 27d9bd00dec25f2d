import { audited } from '../../kit/field.ts';
import { codeField, nameFields } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';

const fields = {
  assetCode: codeField({
    label: { zh: '资产编号', en: 'Asset code' },
  }),
  ...nameFields('assetName', { zh: '资产名称', en: 'Asset name' }),
  ...audited,
};

/** Assets. */
export const flat = resource('estate/flat', {
  title: { zh: '固定资产', en: 'Assets' },
  empty: { zh: '暂无固定资产，请先新增', en: 'Assets: none yet; add the first one' },
  nameField: { zh: 'assetName', en: 'assetNameEn' },
  unique: [['assetCode']],
  fields,
  calls: crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'export', 'select']),
});
