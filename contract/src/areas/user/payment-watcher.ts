import { audited, dict, identifier, int, yes } from '../../kit/field.ts';
import { codeField, nameFields, remarkField, sortField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { sandboxPayment, watcherKind } from './dictionaries.ts';
import { httpServiceFields } from './http-service-fields.ts';

const { sandbox, http } = watcherKind.is;
const ofSandbox = { field: 'watcherKind', is: [sandbox], isNeeded: true } as const;

const fields = {
  watcherCode: codeField({ label: { zh: '监听编码', en: 'Code' }, form: 'create' }),
  ...nameFields('watcherName', { zh: '监听名称', en: 'Name' }),
  watcherKind: dict(watcherKind, {
    label: { zh: '类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: http,
  }),
  methodCode: identifier({
    label: { zh: '支付方式编码', en: 'Method code' },
    help: { zh: '只接收此方式的到账；留空为全部', en: 'Receives payments of this method only; empty: all' },
    max: 32,
    list: true,
  }),
  ...httpServiceFields(
    { field: 'watcherKind', http },
    {
      example: 'https://watch.example.com/v1',
      address: { zh: '到账从“地址/payments”读取', en: 'Payments are read from <address>/payments' },
      key: { zh: '用于签名请求和验证通知', en: 'Key that signs requests and verifies notifications' },
    },
  ),
  outcome: dict(sandboxPayment, {
    label: { zh: '模拟付款', en: 'Simulated payment' },
    list: true,
    initial: sandboxPayment.is.exact,
    when: ofSandbox,
  }),
  delaySeconds: int({
    label: { zh: '模拟耗时（秒）', en: 'Simulated delay (seconds)' },
    min: 0,
    max: 3600,
    initial: 10,
    list: 'hidden',
    when: ofSandbox,
  }),
  /** Whether a second person has approved its credentials; its reports are accepted from then on. */
  confirmed: yes({ label: { zh: '已复核', en: 'Approved' }, required: true, list: true, form: false }),
  sort: sortField(),
  status: statusField(),
  remark: remarkField(),
  ...audited,
};

/** Services that report arrived payments, on a blockchain or at a bank. */
export const paymentWatcher = resource('user/payment-watcher', {
  title: { zh: '到账监听', en: 'Payment watchers' },
  help: {
    zh: '监听区块链或银行的到账，自动匹配充值订单；新增或修改地址、密钥后须由另一人复核才生效',
    en: 'Detects incoming payments and matches them with recharges; new addresses and keys need approval by another person',
  },
  empty: { zh: '添加监听后，到账可以自动匹配充值', en: 'Add a watcher so that payments are matched automatically' },
  nameField: { zh: 'watcherName', en: 'watcherNameEn' },
  defaultSort: 'sort',
  unique: [['watcherCode']],
  fields,
  calls: crud(fields, ['page', 'detail', 'save', 'update', 'remove', 'export'], { changes: 'destinations' }),
  extras: { approve: { zh: '复核到账监听', en: 'Approve watchers' } },
});
