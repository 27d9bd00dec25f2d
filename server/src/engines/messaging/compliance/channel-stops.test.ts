import { suppressionReason } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { testApp } from '../../../testing/app.ts';
import { fictionalNumbers } from '../../stock/inventory/stock-fixture.ts';
import { decide, followRecipient, resumeAtChannel, stopAtChannel, suppress } from './index.ts';
import type { SuppressionRule } from './suppress.ts';

const product = await testApp();
afterAll(() => product.close());

const { app, db } = product;
const fresh = fictionalNumbers(40).values();
const next = (): bigint => fresh.next().value ?? 0n;
const START = Date.parse('2026-03-02T10:00:00Z');
const change = (minute: number, more: object = {}) => ({
  ...{
    reason: suppressionReason.is.marketing,
    tenantId: '000000',
    channel: 1,
    sourceRef: 'sender',
    at: new Date(START + minute * 60_000),
  },
  ...more,
});
const stop = (recipient: bigint | string, minute: number) =>
  db.tx((tx) => stopAtChannel(app, tx, change(minute), [recipient]));
const resume = (recipient: bigint | string, minute: number) =>
  db.tx((tx) => resumeAtChannel(app, tx, change(minute), [recipient]));
/** Whether marketing, and other messages, are refused. */
const refused = async (recipient: bigint | string, channel = 1, tenantId = '000000') => {
  const batch = { tenantId, ownerId: 7n, ownerPath: '/7/', channel, countryCode: 'US', consentId: null };
  const of = async (isMarketing: boolean) =>
    (await decide(app, db.drizzle, { ...batch, isMarketing, numbers: [recipient] })).refused.size > 0;
  return [await of(true), await of(false)];
};

describe('a recipient who stopped marketing', () => {
  it('gets all other messages, and marketing of other channels', async () => {
    const number = next();
    await stop(number, 0);
    await stop('US.1', 0);
    expect(await refused(number)).toEqual([true, false]);
    expect(await refused('US.1')).toEqual([true, false]);
    expect(await refused(number, 3)).toEqual([false, false]);
  });

  it.each([
    ['a stop', [['stop', 0]], true],
    [
      'a resumption',
      [
        ['stop', 0],
        ['resume', 5],
      ],
      false,
    ],
    [
      'a stop after the resumption',
      [
        ['stop', 0],
        ['resume', 5],
        ['stop', 9],
      ],
      true,
    ],
    [
      'a stop before the resumption that comes after it',
      [
        ['stop', 0],
        ['resume', 5],
        ['stop', 4],
      ],
      false,
    ],
    [
      'a resumption before the last stop that comes after it',
      [
        ['stop', 0],
        ['stop', 9],
        ['resume', 5],
      ],
      true,
    ],
    [
      'the same stop again',
      [
        ['stop', 0],
        ['stop', 0],
      ],
      true,
    ],
  ] as const)('is suppressed by the last of its reports: %s', async (_what, reports, isRefused) => {
    const number = next();
    for (const [report, minute] of reports) await (report === 'stop' ? stop : resume)(number, minute);
    expect(await refused(number)).toEqual([isRefused, false]);
  });

  it('stays opted out of all messages after a resumption', async () => {
    const number = next();
    await optOut(number);
    await stop(number, 0);
    await resume(number, 5);
    expect(await refused(number)).toEqual([true, true]);
  });
});

const rule: SuppressionRule = {
  ...{ scope: 2, ownerId: null, ownerName: null, channel: 1, reason: 1, sourceRef: null },
  ...{ effectiveTime: null, expireTime: null },
};
const optOut = (recipient: bigint | string, more: Partial<SuppressionRule> = {}) =>
  db.tx((tx) => suppress(tx, systemActor('000000'), app.secrets, { ...rule, ...more }, [recipient]));

describe('a person with a new number or id', () => {
  const follow = (from: (bigint | string)[], to: (bigint | string)[]) =>
    db.tx((tx) => followRecipient(tx, app.secrets, { tenantId: '000000', channel: 1 }, { from, to }));

  it('stays opted out, of the same messages', async () => {
    const [old, young, other] = [next(), next(), next()];
    await optOut(old);
    await stop('US.10', 0);
    await follow([old], [young]);
    await follow(['US.10', other], ['US.11', other]);
    await follow(['US.10', other], ['US.11', other]);
    expect([await refused(old), await refused(young)]).toEqual([
      [true, true],
      [true, true],
    ]);
    expect([await refused('US.11'), await refused(other)]).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it('takes no entry of another channel, and those of its owner for the owner only', async () => {
    const [old, young] = [next(), next()];
    await optOut(old, { channel: 3 });
    await optOut(old, { scope: 3, ownerId: 7n, ownerName: 'Agent' });
    await follow([old], [young]);
    expect(await refused(young)).toEqual([true, true]);
    expect(await refused(young, 3)).toEqual([false, false]);
    const { rows } = await product.db.pool.query(
      `select scope, owner_id::int as owner from cmp_suppression where number like $1`,
      [`%${String(young).slice(-4)}`],
    );
    expect(rows).toEqual([{ scope: 3, owner: 7 }]);
  });
});
