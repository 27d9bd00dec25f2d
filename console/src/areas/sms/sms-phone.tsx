import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import {
  smsPhoneOwner,
  smsPhoneStatus,
  smsRegistration,
} from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { PAPERS_MAX, phoneFields } from '@trade-assistant/contract/areas/sms/phone-fields.ts';
import { PHONE_MONTHS_MAX, smsPhone, smsPhoneMonths } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { images, int, text, textarea, yes } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { PausedNotice } from '../../features/upline/paused-notice.tsx';
import { useCall } from '../../kit/client/query.ts';
import { DictValue, Nothing, Status } from '../../kit/fields/status.tsx';
import { without } from '../../kit/form/values.ts';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';

type Phone = WireRowOf<typeof smsPhone>;
type Rows = readonly Phone[];
type Asked = Readonly<Record<string, unknown>>;

const { toSubmit, review, rejected, registered, none } = smsRegistration.is;

/** Senders of text messages: for agents those they can use or lease, for staff all. */
export default function SmsPhonePage() {
  const { data } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  if (!data) return null;
  if (data.userType === userType.is.staff) return <AllPhones />;
  return (
    <>
      <PausedNotice />
      <AgentPhones />
    </>
  );
}

const months = int({
  label: { zh: '月数', en: 'Months' },
  help: { zh: `按月预付，1–${PHONE_MONTHS_MAX} 个月`, en: `Paid in advance, 1–${PHONE_MONTHS_MAX} months` },
  required: true,
  min: 1,
  max: PHONE_MONTHS_MAX,
});
const autoRenew = yes({
  label: { zh: '自动续租', en: 'Auto-renew' },
  help: { zh: '到期日自动从余额支付下一个月', en: 'The next month is paid from the balance on the last day' },
  required: true,
});
const registrationNo = text({ label: { zh: '备案编号', en: 'Registration no.' }, max: 64 });
const { upload } = phoneFields.regAttachIds;
const regAttachIds = images({
  label: phoneFields.regAttachIds.options.label,
  help: {
    zh: '授权书、营业执照等；PDF 或图片，每个不超过 10 MB',
    en: 'Letters of authorisation, licences; PDF or pictures, up to 10 MB each',
  },
  count: PAPERS_MAX,
  required: true,
  ...(upload ? { upload } : {}),
});
const reason = textarea({ label: { zh: '驳回原因', en: 'Reason' }, max: REASON_MAX, required: true });

const isRenewable = ({ isOwn, leaseEnd }: Phone): boolean => isOwn === 1 && leaseEnd !== null;
const priceText = ([row]: Rows): string => `${row?.monthlyPrice ?? '0'} ${BOOK_CURRENCY}`;
const rent = (rows: Rows) => ({
  zh: `月租 ${priceText(rows)}，从余额预付。`,
  en: `${priceText(rows)} a month, paid in advance from the balance.`,
});
const paid = ([row]: Rows, values: Asked) => ({
  ...values,
  id: row?.id,
  expectedAmount: formatMoney(times(parseMoney(row?.monthlyPrice ?? '0'), Number(values['months']))),
});
const paidText = (zh: string, en: string) => (_rows: Rows, answer: unknown) => {
  const { amount, leaseEnd } = answer as { amount: string; leaseEnd: string };
  const sum = `${amount} ${BOOK_CURRENCY}`;
  return { zh: `${zh}至 ${leaseEnd}，已付 ${sum}`, en: `${en} until ${leaseEnd}; ${sum} paid` };
};
const ofRow = ([row]: Rows, values: Asked) => ({ ...values, id: row?.id });
const numbered = ([row]: Rows) => ({ registrationNo: row?.registrationNo });

const options: ResourcePageOptions<typeof smsPhone> = {
  columns: {
    phoneNo: { wraps: false },
    isOwn: false,
    isForLease: false,
    registrationStatus: { render: (row) => <Registration row={row} /> },
  },
  form: {
    // A leased sender keeps its owner.
    fields: (fields, row) => (row?.leaseEnd ? without(fields, 'ownerType', 'agentId') : fields),
  },
  isRemovable: ({ leaseEnd }) => leaseEnd === null,
  transitions: {
    enable: ({ registrationStatus }) => registrationStatus === none || registrationStatus === registered,
  },
  rowActions: [
    {
      key: 'lease',
      label: { zh: '租用', en: 'Lease' },
      permission: 'lease',
      isOffered: ({ isForLease }) => isForLease === 1,
      confirm: rent,
      fields: { months, autoRenew },
      initial: () => ({ months: 1, autoRenew: 0 }),
      call: 'lease',
      input: paid,
      done: paidText('已租用', 'Leased'),
    },
    {
      key: 'renew',
      label: { zh: '续租', en: 'Renew' },
      permission: 'lease',
      isOffered: isRenewable,
      confirm: rent,
      fields: { months },
      initial: () => ({ months: 1 }),
      call: 'renew',
      input: paid,
      done: paidText('已续租', 'Renewed'),
    },
    ...([1, 0] as const).map((isOn) => ({
      key: `auto-${isOn}`,
      label: isOn
        ? { zh: '开启自动续租', en: 'Turn on auto-renew' }
        : { zh: '关闭自动续租', en: 'Turn off auto-renew' },
      permission: 'lease',
      isOffered: (row: Phone) => isRenewable(row) && row.autoRenew !== isOn,
      call: 'auto-renew' as const,
      input: ([row]: Rows) => ({ id: row?.id, autoRenew: isOn }),
      done: isOn ? { zh: '已开启自动续租', en: 'Auto-renew is on' } : { zh: '已关闭自动续租', en: 'Auto-renew is off' },
    })),
    {
      key: 'submit-registration',
      label: { zh: '提交备案', en: 'Submit registration' },
      permission: 'register',
      isOffered: ({ registrationStatus }) => registrationStatus === toSubmit || registrationStatus === rejected,
      fields: { registrationNo, regAttachIds },
      initial: numbered,
      call: 'submit-registration',
      input: ofRow,
      done: { zh: '已提交备案，等待审核', en: 'Registration submitted for review' },
    },
    {
      key: 'approve-registration',
      label: { zh: '备案通过', en: 'Approve registration' },
      permission: 'review',
      isOffered: ({ registrationStatus }) => registrationStatus === review,
      confirm: ([row]) => ({
        zh: `通过后号码 ${row?.phoneNo} 可用于发送。`,
        en: `Sender ${row?.phoneNo} can then be used.`,
      }),
      fields: { registrationNo },
      initial: numbered,
      call: 'approve-registration',
      input: ofRow,
      done: { zh: '备案已通过', en: 'Registration approved' },
    },
    {
      key: 'reject-registration',
      label: { zh: '驳回备案', en: 'Reject registration' },
      permission: 'review',
      isDangerous: true,
      isOffered: ({ registrationStatus }) => registrationStatus === review,
      fields: { reason },
      call: 'reject-registration',
      input: ofRow,
      done: { zh: '备案已驳回', en: 'Registration rejected' },
    },
  ],
  tabs: [
    {
      key: 'months',
      label: { zh: '租期明细', en: 'Lease months' },
      isOffered: ({ leaseEnd, status }) => leaseEnd !== null || status === smsPhoneStatus.is.expired,
      list: {
        resource: smsPhoneMonths,
        call: 'months',
        path: null,
        filter: ({ id }) => ({ phoneId: id }),
        columns: ['monthNo', 'fromDate', 'untilDate', 'amount', 'ownerName'],
        sort: '-fromDate',
      },
    },
  ],
};

const AllPhones = resourcePage(smsPhone, {
  ...options,
  leading: [
    ...['phoneNo', 'senderType', 'countryCode', 'status', 'registrationStatus', 'providerName', 'ownerType'],
    ...['agentName', 'usedToday', 'deliveryRate7d', 'complaintRate7d'],
  ],
  unmentioned: ['providerId', 'agentId', 'isOwn', 'isForLease'],
});
SmsPhonePage.list = AllPhones.list;

const HIDDEN = ['providerId', 'providerName', 'routeType', 'remark'] as const;
const AgentPhones = resourcePage(smsPhone, {
  ...options,
  leading: ['phoneNo', 'senderType', 'countryCode', 'status', 'ownerType', 'monthlyPrice', 'leaseEnd', 'usedToday'],
  columns: {
    ...options.columns,
    ownerType: { title: { zh: '使用方式', en: 'Use' }, render: (row) => <Use row={row} /> },
    agentName: { isHiddenAtFirst: true },
    providerName: false,
    routeType: false,
    remark: false,
  },
  search: (fields) => without(fields, 'agentId', ...HIDDEN),
  unmentioned: [...HIDDEN, 'agentId', 'isOwn', 'isForLease'],
});

/** The registration; nothing where none is required. */
function Registration({ row }: { row: Phone }) {
  return row.registrationStatus === none ? (
    <Nothing />
  ) : (
    <DictValue dictionary={smsRegistration} value={row.registrationStatus} />
  );
}

/** How the reader can use a sender. */
function Use({ row }: { row: Phone }) {
  if (row.isForLease === 1) return <Status tone="waiting" words={{ zh: '可租用', en: 'Open for lease' }} />;
  if (row.isOwn === 1) return <Status tone="good" words={{ zh: '本人独享', en: 'Mine' }} />;
  return <DictValue dictionary={smsPhoneOwner} value={row.ownerType} />;
}
