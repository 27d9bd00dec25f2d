import { embeddedNumber } from '@trade-assistant/contract/areas/whatsapp/embedded-number.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  numberFigures,
  numberToWrite,
  panelMembers,
  type SeedNumber,
  seedErrors,
  seedNumbers,
} from '../../engines/messaging/seeds/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { maskNumber, plainNumber } from '../../kernel/phone/index.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { recordPlainView } from './plain-view.ts';

const PLAIN = `${embeddedNumber.name}:plain` as const;
const CHOICES_MAX = 50;
/** Agents never see seed numbers, whatever their roles grant. */
const reachable = ({ actor }: Context): SQL | undefined =>
  actor.userType === userType.is.staff ? undefined : sql`false`;
const numberTaken = () => {
  const { zh, en } = seedErrors.declarations.SEED_NUMBER_TAKEN;
  return seedErrors.SEED_NUMBER_TAKEN({}, { fields: [{ field: 'number', message: { zh, en } }] });
};

const made = resourceRoutes(embeddedNumber, seedNumbers, {
  scope: 'tenant',
  rows: reachable,
  conditions: (c) => ({ number: findNumbers(seedNumbers.e164, c.can(PLAIN)) }),
  unique: { sed_number_channel_e164_unique: numberTaken },
  usedBy: [
    {
      what: { zh: '未完成的任务', en: 'open tasks', one: 'open task' },
      from: sql`sed_task t`,
      column: sql`t.embedded_number_id`,
      where: () => sql`t.status in (0, 1) and t.deleted_at is null`,
    },
  ],
  computed: {
    fields: ['number', 'usedToday', 'successRate'],
    fill: async (c, rows) => {
      const isPlain = c.can(PLAIN);
      if (isPlain) await recordPlainView(c, embeddedNumber.name, rows);
      const figures = await numberFigures(
        c.app.db.drizzle,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, e164 }) => ({
        number: isPlain ? plainNumber(e164) : maskNumber(e164),
        ...(figures.get(id) ?? { usedToday: 0, successRate: null }),
      }));
    },
    order: () => ({ number: sql`${seedNumbers.e164}` }),
  },
  beforeSave: async (c, tx, input, existing) => {
    if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
    if (existing) return input;
    return numberToWrite(tx, c.actor, panelMembers(), input);
  },
});

/** Numbers that can be used for a task, by their digits as the reader sees them. */
async function select(c: Context, { keyword, id }: { readonly keyword: string; readonly id?: bigint | undefined }) {
  const isPlain = c.can(PLAIN);
  // A keyword may be the name of a choice.
  const digits = (keyword.split(' · ')[0] ?? '').split('*').at(-1) ?? '';
  const found = digits === '' ? undefined : findNumbers(seedNumbers.e164, isPlain);
  const rows: Pick<SeedNumber, 'id' | 'e164' | 'status' | 'countryCode'>[] = await c.app.db.drizzle
    .select({
      ...{ id: seedNumbers.id, e164: seedNumbers.e164 },
      ...{ status: seedNumbers.status, countryCode: seedNumbers.countryCode },
    })
    .from(seedNumbers)
    .where(
      and(
        visible(c.actor, seedNumbers, 'tenant'),
        reachable(c),
        id === undefined ? inArray(seedNumbers.status, [1, 2]) : eq(seedNumbers.id, id),
        found?.({ field: 'number', operator: 'contains', value: digits }),
      ),
    )
    .orderBy(seedNumbers.id)
    .limit(CHOICES_MAX);
  return rows.map((row) => {
    const label = `${isPlain ? plainNumber(row.e164) : maskNumber(row.e164)} · ${row.countryCode}`;
    return { value: row.id, label, labelEn: label, disabled: row.status === 0 || row.status === 3 };
  });
}

export default { ...made, handlers: { ...made.handlers, select } };
