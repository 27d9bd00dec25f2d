import { get } from '../../kit/call.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { quotaEntryFields, quotaFields } from './quota-fields.ts';

const uses = get({
  title: { zh: '套餐明细', en: 'Package statement' },
  access: 'view',
  input: listQuery(quotaEntryFields),
  data: pageOf(rowSchema(quotaEntryFields)),
});

/** Prepaid packages that were bought: units that are used before money is. */
export const quota = resource('agent/quota', {
  title: { zh: '套餐包', en: 'Prepaid packages' },
  help: {
    zh: '下单时先用套餐，再扣赠送余额和余额；先到期的先用',
    en: 'Used before bonus and balance; earliest expiry first',
  },
  empty: { zh: '在商品页购买套餐包后，额度会出现在这里', en: 'Buy a package in the shop; its units appear here' },
  nameField: { zh: 'packageName', en: 'packageNameEn' },
  defaultSort: '-createTime',
  stateField: 'status',
  fields: quotaFields,
  head: ['ownerName', 'status'],
  found: [{ call: 'list', by: ['quotaNo', 'orderNo'], shows: ['ownerName', 'status'] }],
  calls: { ...crud(quotaFields, ['list', 'counts', 'detail', 'export']), uses },
});

/** The statement at the same address as a separate list for screens; not mounted. */
export const quotaEntries = resource('agent/quota', {
  title: { zh: '套餐明细', en: 'Package statement' },
  empty: { zh: '还没有使用记录', en: 'No usage yet' },
  nameField: 'bizNo',
  defaultSort: '-createTime',
  fields: quotaEntryFields,
  calls: { uses },
});
