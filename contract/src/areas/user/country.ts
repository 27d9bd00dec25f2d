import { z } from 'zod';
import { countryChoice } from '../../country-choice.ts';
import { businessType } from '../../dictionaries.ts';
import { get } from '../../kit/call.ts';
import { codeOf } from '../../kit/dictionary.ts';
import { audited, COUNTRY, dict, identifier, int, tags, text, timeOfDay, yes } from '../../kit/field.ts';
import { sortField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { flag } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { riskLevel } from './risk-level.ts';

const basics = { zh: '基本信息', en: 'Basics' };
const sales = { zh: '业务与风险', en: 'Business and risk' };
const rules = { zh: '规则', en: 'Rules' };
const capitals = matching(/^[A-Z]{3}$/, { zh: '应为三位大写字母', en: 'should be three capital letters' });

const fields = {
  countryCode: identifier({
    label: { zh: '国家代码', en: 'Country code' },
    help: { zh: '两位大写字母（ISO 3166-1）', en: 'Two capital letters (ISO 3166-1)' },
    max: 2,
    pattern: COUNTRY,
    required: true,
    list: true,
    search: 'equal',
    sort: true,
    form: 'create',
    group: basics,
  }),
  nameZh: text({
    label: { zh: '国家名称', en: 'Chinese name' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    group: basics,
    width: 150,
  }),
  nameEn: text({
    label: { zh: '英文名', en: 'English name' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    group: basics,
    width: 180,
  }),
  flag: text({ label: { zh: '国旗', en: 'Flag' }, max: 255, group: basics, width: 70 }),
  iso3: text({
    label: { zh: '三位代码', en: 'ISO-3' },
    max: 3,
    pattern: capitals,
    list: 'hidden',
    group: basics,
    width: 90,
  }),
  dialCode: identifier({
    label: { zh: '区号', en: 'Dial code' },
    help: { zh: '只填数字，不含加号', en: 'Digits only, without the plus sign' },
    max: 4,
    pattern: matching(/^[1-9]\d{0,3}$/, {
      zh: '应为 1–4 位数字，不含加号',
      en: 'should be one to four digits without the plus sign',
    }),
    required: true,
    list: true,
    search: 'equal',
    group: basics,
  }),
  currency: text({
    label: { zh: '当地货币', en: 'Currency' },
    max: 3,
    pattern: capitals,
    list: 'hidden',
    group: basics,
    width: 90,
  }),
  timezones: tags({
    label: { zh: '时区', en: 'Time zones' },
    help: { zh: 'IANA 名称，第一个为默认', en: 'IANA names, the first is the default' },
    max: 64,
    least: { zh: '请至少填写一个时区', en: 'Enter at least one time zone' },
    required: true,
    group: basics,
  }),
  whatsappEnabled: yes({
    label: { zh: '支持WhatsApp', en: 'WhatsApp' },
    required: true,
    list: true,
    search: 'equal',
    initial: 1,
    group: sales,
  }),
  telegramEnabled: yes({
    label: { zh: '支持Telegram', en: 'Telegram' },
    required: true,
    list: true,
    search: 'equal',
    initial: 1,
    group: sales,
  }),
  smsEnabled: yes({
    label: { zh: '支持短信', en: 'SMS' },
    required: true,
    list: true,
    search: 'equal',
    initial: 1,
    group: sales,
  }),
  riskLevel: dict(riskLevel, {
    label: { zh: '风险等级', en: 'Risk level' },
    required: true,
    list: true,
    search: 'equal',
    initial: 1,
    group: sales,
  }),
  isBlocked: yes({
    label: { zh: '是否禁售', en: 'Blocked' },
    help: { zh: '禁售后不再接受新订单', en: 'New orders for a blocked country are refused' },
    required: true,
    list: true,
    search: 'equal',
    initial: 0,
    group: sales,
  }),
  blockReason: text({
    label: { zh: '禁售原因', en: 'Reason for blocking' },
    help: { zh: '禁售时必填', en: 'Required for a blocked country' },
    max: 255,
    list: 'hidden',
    group: sales,
    width: 200,
  }),
  senderRegRequired: yes({
    label: { zh: '需发送者备案', en: 'Sender registration' },
    required: true,
    list: 'hidden',
    initial: 0,
    group: rules,
  }),
  quietStart: timeOfDay({
    label: { zh: '静默开始', en: 'Quiet from' },
    help: { zh: '收件人当地时间 HH:mm', en: "HH:mm in the recipient's local time" },
    group: rules,
  }),
  quietEnd: timeOfDay({
    label: { zh: '静默结束', en: 'Quiet to' },
    help: { zh: '收件人当地时间 HH:mm', en: "HH:mm in the recipient's local time" },
    group: rules,
  }),
  quarantineDays: int({
    label: { zh: '冷却天数', en: 'Quarantine days' },
    help: {
      zh: '释放的号码再次可售前等待的天数，45–365',
      en: 'Days before a released number can be sold again, 45–365',
    },
    required: true,
    min: 45,
    max: 365,
    initial: 90,
    initialFrom: 'inventory.quarantineDays',
    group: rules,
  }),
  sort: sortField({ group: rules }),
  status: statusField({ group: rules }),
  ...audited,
};

/** The countries of sale and the rules of each. */
export const country = resource('user/country', {
  title: { zh: '国家', en: 'Countries' },
  help: { zh: '可售国家、风险与静默时段', en: 'Countries open for sale, risk level and quiet hours' },
  empty: { zh: '国家决定哪里可以销售，先新增一个国家', en: 'Add the countries where numbers are sold' },
  nameField: { zh: 'nameZh', en: 'nameEn' },
  defaultSort: 'sort',
  unique: [['countryCode']],
  fields,
  found: [{ call: 'list', by: ['countryCode', 'nameZh', 'nameEn'], shows: ['dialCode', 'status'] }],
  calls: {
    ...crud(fields, ['list', 'detail', 'save', 'update', 'remove', 'restore', 'export']),
    'bulk-select': get({
      title: { zh: '国家选择', en: 'Country choices' },
      access: 'signed-in',
      input: z.object({
        businessType: codeOf(businessType).optional(),
        keyword: z.string().trim().max(64).optional(),
        /** 1: only countries with sellable numbers. */
        onlyStock: flag().optional(),
      }),
      /** `sort`: its place among them. */
      data: z.array(countryChoice.extend({ sort: z.int() })),
    }),
  },
});
