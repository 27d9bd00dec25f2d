import { audited, country, dict, tags, timeOfDay, yes } from '../../kit/field.ts';
import { statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';
import { messagePurpose, suppressionChannel } from './dictionaries.ts';

/** Most days of a rule without messages. */
const DATES_MAX = 60;
const DATE = matching(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
  zh: '应为日期，如 2027-01-01',
  en: 'should be dates, such as 2027-01-01',
});

const fields = {
  countryCode: country({
    label: { zh: '国家', en: 'Country' },
    help: { zh: '国家有规则时，“所有国家”的规则不再适用', en: 'Rules of a country replace those of all countries' },
    any: true,
    required: true,
    list: true,
    search: 'in',
  }),
  channel: dict(suppressionChannel, {
    label: { zh: '渠道', en: 'Channel' },
    required: true,
    list: true,
    search: 'in',
    initial: suppressionChannel.is.all,
  }),
  appliesTo: dict(messagePurpose, {
    label: { zh: '适用消息', en: 'Messages' },
    required: true,
    list: true,
    search: 'in',
    initial: messagePurpose.is.marketing,
  }),
  startTime: timeOfDay({
    label: { zh: '静默开始', en: 'Quiet from' },
    help: { zh: '按收件人当地时间；可跨午夜', en: 'Local time of the recipient; may pass midnight' },
    required: true,
    list: true,
    initial: '20:00',
  }),
  endTime: timeOfDay({ label: { zh: '静默结束', en: 'Quiet until' }, required: true, list: true, initial: '08:00' }),
  weekendsOff: yes({ label: { zh: '周末不发', en: 'Not on weekends' }, required: true, list: true, initial: 0 }),
  offDates: tags({
    label: { zh: '不发送的日期', en: 'Quiet days' },
    help: { zh: '如公共假日，格式 2027-01-01', en: 'Such as public holidays, as 2027-01-01' },
    max: 10,
    count: DATES_MAX,
    pattern: DATE,
  }),
  status: statusField(),
  ...audited,
};

/** When recipients are not written to. */
export const quietHours = resource('compliance/quiet-hours', {
  title: { zh: '静默时段', en: 'Quiet hours' },
  help: {
    zh: '收件人号码可能所在的每个时区都允许时才发送，其余顺延；美国营销消息 21:00–08:00 的法定限制始终有效',
    en: 'A message waits until every possible zone of its number allows it; the statutory limit of the United States for marketing, 21:00–08:00, always applies',
  },
  empty: { zh: '没有规则，任何时间都会发送', en: 'No rules: messages are sent at any time' },
  nameField: 'countryCode',
  unique: [['countryCode', 'channel', 'appliesTo']],
  fields,
  calls: crud(fields, ['list', 'detail', 'submit', 'remove', 'restore'], { changes: 'safeguards' }),
});
