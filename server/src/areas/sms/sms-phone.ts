import { smsPhoneOwner } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { smsPhone } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  approveRegistration,
  assertNotLeased,
  isForLease,
  isRegistered,
  leasePhone,
  notifyOfPhone,
  type Phone,
  phoneErrors,
  phoneFigures,
  phoneMonths,
  phonePapers,
  phones,
  phoneToWrite,
  purgeLinks,
  rejectRegistration,
  renewPhone,
  runDuePhones,
  sendsTexts,
  setPhoneAutoRenew,
  submitRegistration,
  usedBy,
} from '../../engines/messaging/sms-senders/index.ts';
import { customerOf } from '../../engines/stock/orders/index.ts';
import { providers } from '../../engines/vendors/providers/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { literal } from '../../kernel/resource/filters.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const EVERY_MILLIS = 60_000;
const CHOICES_MAX = 50;
const USABLE = 1;

export const timers = [
  defineTimer({ name: 'sms/turn-phones', every: EVERY_MILLIS, run: async ({ db }) => void (await runDuePhones(db)) }),
  defineTimer({
    name: 'sms/purge-links',
    every: { at: '04:20' },
    run: async ({ db }) => {
      while ((await db.tx(purgeLinks)) > 0);
    },
  }),
];

const isStaff = ({ actor }: Context): boolean => actor.userType === userType.is.staff;

/** Staff see all senders; agents shared ones, those of their subtree, and those open for lease. */
const reachable = (c: Context): SQL | undefined =>
  isStaff(c)
    ? undefined
    : or(
        eq(phones.ownerType, smsPhoneOwner.is.shared),
        eq(phones.agentId, customerOf(c.actor)),
        sql`${phones.ownerPath} like ${`${literal(c.actor.ownerPath)}%`}`,
        isForLease,
      );

const papers = pictureHandlers(phonePapers, { isPrivate: true });
const taken = () => {
  const { zh, en } = phoneErrors.declarations.PHONE_TAKEN;
  return phoneErrors.PHONE_TAKEN({}, { fields: [{ field: 'phoneNo', message: { zh, en } }] });
};

export default resourceRoutes(smsPhone, phones, {
  scope: 'tenant',
  rows: reachable,
  unique: { sms_phone_address_unique: taken },
  computed: {
    fields: [
      ...(['providerName', 'isOwn', 'isForLease', 'usedToday'] as const),
      ...(['deliveryRate7d', 'complaintRate7d', 'regAttachIds'] as const),
    ],
    fill: complete,
  },
  beforeSave: async (c, tx, input, existing) => {
    staffOnly(c);
    return phoneToWrite(tx, c.actor, input, existing);
  },
  beforeRemove: async (c, _tx, rows) => {
    staffOnly(c);
    assertNotLeased(rows);
  },
  onTransition: async (c, tx, rows, { name, reason = '' }) => {
    staffOnly(c);
    if (name === 'enable' || name === 'unfreeze') {
      const waiting = rows.find((row) => !isRegistered(row));
      if (waiting) throw phoneErrors.PHONE_UNREGISTERED({ phone: waiting.phoneNo });
    }
    if (name !== 'freeze' && name !== 'unfreeze') return;
    const frozenReason = name === 'freeze' ? reason : null;
    const ids = rows.map(({ id }) => id);
    await tx.update(phones).set({ frozenReason }).where(inArray(phones.id, ids));
    if (name === 'freeze')
      for (const row of rows) await notifyOfPhone(tx, row, 'SMS_PHONE_FROZEN', { phone: row.phoneNo, reason });
  },
  actions: {
    'put-proof': papers.put,
    proof: papers.show,
    providers: async (c, { keyword, id }) => {
      const rows = await c.app.db.drizzle
        .select({ id: providers.id, name: providers.providerName, status: providers.status })
        .from(providers)
        .where(
          and(
            visible(c.actor, providers, 'tenant'),
            sendsTexts,
            id === undefined ? ilike(providers.providerName, `%${literal(keyword)}%`) : eq(providers.id, id),
          ),
        )
        .orderBy(providers.priority, providers.id)
        .limit(CHOICES_MAX);
      return rows.map(({ id: value, name, status }) => ({
        ...{ value, label: name, labelEn: name },
        disabled: status !== USABLE,
      }));
    },
    options,
    'submit-registration': (c, input) => c.tx((tx) => submitRegistration(tx, c.actor, c.app.files, input)),
    'approve-registration': (c, input) => c.tx((tx) => approveRegistration(tx, c.actor, input)),
    'reject-registration': (c, input) => c.tx((tx) => rejectRegistration(tx, c.actor, input)),
    lease: (c, input) => c.tx((tx) => leasePhone(tx, c.actor, input)),
    renew: (c, input) => c.tx((tx) => renewPhone(tx, c.actor, input)),
    'auto-renew': (c, { id, autoRenew }) => c.tx((tx) => setPhoneAutoRenew(tx, c.actor, id, autoRenew)),
    months: (c, query: ListQuery) => listRows(c.app.db, { actor: c.actor, table: phoneMonths, scope: 'owner' }, query),
  },
});

/** Refuses agents, whatever their roles grant. */
function staffOnly(c: Context): void {
  if (!isStaff(c)) throw commonErrors.NO_PERMISSION();
}

async function complete(c: Context, rows: readonly Phone[]) {
  const { drizzle } = c.app.db;
  const ids = rows.map(({ id }) => id);
  const named = [...new Set(rows.map(({ providerId }) => providerId))];
  const [figures, names, open] = await Promise.all([
    phoneFigures(drizzle, ids),
    drizzle
      .select({ id: providers.id, name: providers.providerName })
      .from(providers)
      .where(inArray(providers.id, named)),
    drizzle
      .select({ id: phones.id })
      .from(phones)
      .where(and(inArray(phones.id, ids), isForLease)),
  ]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const forLease = new Set(open.map(({ id }) => id));
  const agentId = isStaff(c) ? null : customerOf(c.actor);
  return rows.map(({ id, providerId, agentId: owner, regAttachIds, ownerPath }) => ({
    ...(figures.get(id) ?? { usedToday: 0, deliveryRate7d: null, complaintRate7d: null }),
    providerName: nameOf.get(providerId) ?? null,
    isOwn: owner !== null && owner === agentId ? 1 : 0,
    isForLease: forLease.has(id) ? 1 : 0,
    regAttachIds: isStaff(c) || ownerPath?.startsWith(c.actor.ownerPath) ? ticketed(c, regAttachIds) : [],
  }));
}

interface Choosing {
  readonly keyword: string;
  readonly id?: bigint | undefined;
  readonly agentId?: bigint | undefined;
}

async function options(c: Context, { keyword, id, agentId }: Choosing) {
  const user = isStaff(c) ? agentId : customerOf(c.actor);
  const rows: Phone[] = await c.app.db.drizzle
    .select()
    .from(phones)
    .where(
      and(
        visible(c.actor, phones, 'tenant'),
        isNull(phones.deletedAt),
        user === undefined ? eq(phones.ownerType, smsPhoneOwner.is.shared) : usedBy(user),
        id === undefined
          ? and(eq(phones.status, USABLE), ilike(phones.phoneNo, `%${literal(keyword)}%`))
          : eq(phones.id, id),
      ),
    )
    .orderBy(phones.ownerType, phones.id)
    .limit(CHOICES_MAX);
  const figures = await phoneFigures(
    c.app.db.drizzle,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...{ value: row.id, disabled: row.status !== USABLE },
    ...{ label: `${row.phoneNo} · ${row.countryCode}`, labelEn: `${row.phoneNo} · ${row.countryCode}` },
    ...{ senderType: row.senderType, countryCode: row.countryCode, capability: row.capability },
    isShared: row.ownerType === smsPhoneOwner.is.shared ? (1 as const) : (0 as const),
    ...{ dailyLimit: row.dailyLimit, ratePerSecond: row.ratePerSecond },
    usedToday: figures.get(row.id)?.usedToday ?? 0,
  }));
}
