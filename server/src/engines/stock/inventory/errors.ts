import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const inventoryErrors = defineErrors({
  STOCK_NOT_ENOUGH: { status: 400, zh: '库存不足，剩余 {n}', en: 'Not enough stock, {n} left' },
  NUMBER_INVALID: { status: 400, zh: '号码无效', en: 'The number is not valid' },
  NUMBER_COUNTRY: {
    status: 400,
    zh: '国家不符：号码不属于所选国家',
    en: 'Number of another country than selected',
  },
  NUMBER_DUPLICATE: { status: 400, zh: '号码已存在', en: 'The number already exists' },
  NUMBER_ALREADY_SOLD: { status: 400, zh: '号码已售出', en: 'The number is already sold' },
  NUMBER_QUARANTINED: { status: 400, zh: '号码冷却中，{date} 后可用', en: 'The number is in quarantine until {date}' },
  PROVENANCE_REQUIRED: { status: 400, zh: '请勾选权属声明', en: 'Please tick the ownership declaration' },
  SUPPLIER_REQUIRED: {
    status: 400,
    zh: '采购和同步的号码须填写供应商',
    en: 'Purchased and synchronised numbers need a supplier',
  },
  LIST_NOT_SELLABLE: { status: 400, zh: '客户名单不可入平台库', en: 'Customer lists cannot enter platform stock' },
  LEASE_SHORT: { status: 400, zh: '剩余租期不足 {days} 天', en: 'Fewer than {days} days of lease left' },
  COUNTRY_BLOCKED: { status: 400, zh: '该国家/地区暂不提供服务', en: 'Country not served' },
  COUNTRY_UNKNOWN: { status: 400, zh: '国家 {code} 未配置', en: 'Country {code} is not set up' },
  WAREHOUSE_UNKNOWN: {
    status: 400,
    zh: '仓库 {code} 不存在或已停用',
    en: 'Warehouse {code} does not exist or is disabled',
  },
  BATCH_UNKNOWN: { status: 404, zh: '批次 {batchNo} 不存在', en: 'Batch {batchNo} does not exist' },
  NUMBER_TYPE_DOUBT: {
    status: 400,
    zh: '这些号码不属于该号码类型，请选择其他类型',
    en: 'The numbers are of another type; choose another one',
  },
  NOTHING_IMPORTED: {
    status: 400,
    zh: '没有导入任何号码：{n} 行全部被拒绝',
    en: 'Nothing imported: {n} refused',
  },
  NOTHING_MOVED: {
    status: 400,
    zh: '没有号码入库：{n} 个号码全部未通过校验',
    en: 'No numbers moved to stock: {n} failed the check',
  },
  BATCH_MOVED: {
    status: 400,
    zh: '批次的号码均已交付或被占用，不能撤回',
    en: 'All numbers of this batch are delivered or reserved; none can be taken back',
  },
  EXPORT_BEFORE_DELIVERY: { status: 400, zh: '出库后才可导出', en: 'Export is available after delivery' },
  DOWNLOAD_LIMIT: { status: 400, zh: '下载次数已用完', en: 'Download limit reached' },
  VALIDATION_OFF: {
    status: 400,
    zh: '尚未接入号码检测服务；仅供演示的沙箱检测须由运维以 SANDBOX=1 开启',
    en: 'No number check service is connected; the sandbox, for demonstration only, is enabled with SANDBOX=1',
  },
  PREORDER_REQUIRED: { status: 400, zh: '请选择预定单', en: 'Choose a pre-order' },
  SURVIVE_TOO_SOON: {
    status: 429,
    zh: '同一号码 10 分钟内只能检测一次',
    en: 'A number can be checked once in 10 minutes',
  },
});
