import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { audited, dict, int, yes } from '../../kit/field.ts';
import { codeField, nameFields, remarkField, sortField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { payoutKind, sandboxOutcome } from './dictionaries.ts';
import { httpServiceFields } from './http-service-fields.ts';

const { sandbox, http } = payoutKind.is;
const ofSandbox = { field: 'channelKind', is: [sandbox], isNeeded: true } as const;

const fields = {
  channelCode: codeField({ label: { zh: '通道编码', en: 'Code' }, form: 'create' }),
  ...nameFields('channelName', { zh: '通道名称', en: 'Name' }),
  channelKind: dict(payoutKind, {
    label: { zh: '类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: http,
  }),
  ...httpServiceFields(
    { field: 'channelKind', http },
    {
      example: 'https://pay.example.com/v1',
      address: {
        zh: '提交发往“地址/payouts”，查询发往“地址/payouts/单号”',
        en: 'Payouts are posted to <address>/payouts and queried at <address>/payouts/<number>',
      },
      key: { zh: '用于签名请求和验证回调', en: 'Key that signs requests and verifies callbacks' },
    },
  ),
  outcome: dict(sandboxOutcome, {
    label: { zh: '模拟结果', en: 'Simulated result' },
    list: true,
    initial: sandboxOutcome.is.paid,
    when: ofSandbox,
  }),
  delaySeconds: int({
    label: { zh: '模拟耗时（秒）', en: 'Simulated delay (seconds)' },
    min: 0,
    max: 3600,
    initial: 5,
    list: 'hidden',
    when: ofSandbox,
  }),
  /** Whether a second person has approved its destination; it is used from then on. */
  confirmed: yes({ label: { zh: '已复核', en: 'Approved' }, required: true, list: true, form: false }),
  sort: sortField(),
  status: statusField(),
  remark: remarkField(),
  ...audited,
};

/** Services that pay withdrawals out. */
export const payoutChannel = resource('user/payout-channel', {
  title: { zh: '代付通道', en: 'Payout channels' },
  help: { zh: '提现通过这些通道自动打款', en: 'Channels used to pay withdrawals' },
  empty: { zh: '添加通道后，提现可以自动打款', en: 'Add a channel so that withdrawals are paid automatically' },
  nameField: { zh: 'channelName', en: 'channelNameEn' },
  defaultSort: 'sort',
  unique: [['channelCode']],
  fields,
  calls: {
    ...crud(fields, ['page', 'detail', 'save', 'update', 'remove', 'export'], { changes: 'destinations' }),
    /** The channels in use, in order. */
    choices: get({
      title: { zh: '可用代付通道', en: 'Available payout channels' },
      access: 'view',
      data: z.array(
        z.object({
          channelCode: z.string(),
          channelName: z.string(),
          channelNameEn: z.string(),
          channelKind: z.int(),
        }),
      ),
    }),
  },
  extras: { approve: { zh: '复核代付通道', en: 'Approve payout channels' } },
});
