import { audited, dict, int } from '../../kit/field.ts';
import { statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { messagePurpose, suppressionChannel } from './dictionaries.ts';

/** Longest window in hours, which is as long as contacts are remembered: 90 days. */
export const FREQUENCY_HOURS_MAX = 2160;
/** Most messages of a window. */
export const FREQUENCY_LIMIT_MAX = 100;

const fields = {
  channel: dict(suppressionChannel, {
    label: { zh: '渠道', en: 'Channel' },
    help: { zh: '“全部渠道”合并计算', en: '“All channels” counts them together' },
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
  windowHours: int({
    label: { zh: '时间窗口（小时）', en: 'Window (hours)' },
    min: 1,
    max: FREQUENCY_HOURS_MAX,
    required: true,
    list: true,
    initial: 24,
  }),
  mostMessages: int({
    label: { zh: '最多消息数', en: 'Messages at most' },
    help: { zh: '同一收件人在窗口内最多收到', en: 'To one recipient within the window' },
    min: 1,
    max: FREQUENCY_LIMIT_MAX,
    required: true,
    list: true,
    initial: 1,
  }),
  status: statusField(),
  ...audited,
};

/** How often one recipient may be written to. */
export const frequency = resource('compliance/frequency', {
  title: { zh: '频控规则', en: 'Frequency limits' },
  help: {
    zh: '所有代理合并计算；超出的收件人不发送、不收费',
    en: 'Counted over all agents; recipients above a limit are not written to and cost nothing',
  },
  empty: { zh: '没有规则，不限制频率', en: 'No rules: frequency is not limited' },
  unique: [['channel', 'appliesTo', 'windowHours']],
  fields,
  calls: crud(fields, ['list', 'detail', 'submit', 'remove', 'restore'], { changes: 'safeguards' }),
});
