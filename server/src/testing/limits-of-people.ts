import { activityStatus, activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { smsState } from '@trade-assistant/contract/areas/resource/sms.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import { rewardInviter } from '../engines/customers/activities/grants.ts';
import { claimCoupon } from '../engines/customers/activities/index.ts';
import type { CheckType } from '../engines/messaging/checks/channels.ts';
import { assertDayLimit, OWN_USERS_A_DAY } from '../engines/messaging/checks/own-users.ts';
import { decide } from '../engines/messaging/compliance/index.ts';
import { seedTasks, taskToPlan } from '../engines/messaging/seeds/index.ts';
import { payReward } from '../engines/messaging/seeds/rewards.ts';
import type { WorkTask } from '../engines/messaging/work/index.ts';
import { rechargePass } from '../engines/money/ledger/index.ts';
import { sampleAddress } from '../engines/money/payments/index.ts';
import { propose } from '../engines/office/approvals/index.ts';
import { composeMessage } from '../engines/office/messages/index.ts';
import { storePasskey } from '../engines/people/identity/entry/passkeys.ts';
import { openAccount } from '../engines/people/identity/index.ts';
import { createEndpoint, createKey } from '../engines/reporting/partner-api/index.ts';
import { reserveMessages } from '../engines/vendors/sms/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import type { TestApp, TestUser } from './app.ts';
import { declaration, declared } from './consents.ts';
import { type Bound, goesIn, repeat, type TriedLimit } from './limit-cases.ts';
import { orderIn } from './orders.ts';
import { openSeeds, openTestPanel, sentSeed } from './seeds.ts';

/** Returns the limits of what people claim, own, write and declare. */
export async function moreLimits(product: TestApp): Promise<Readonly<Record<string, TriedLimit>>> {
  const { app, db } = product;
  const system = systemActor('000000');
  let last = 0;
  const next = (): number => {
    last += 1;
    return last;
  };
  const run = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
  const goes = (work: (tx: Tx) => Promise<unknown>) => goesIn(app.db, work);
  /** Three things at most, of which one is used before. */
  const three = (bound: () => Promise<{ once: () => Promise<boolean>; usedAt?: Bound['usedAt'] }>): TriedLimit => ({
    ...{ value: 3n, earlier: 1n },
    bound: async () => {
      const { once, usedAt } = await bound();
      return { use: (times) => repeat(times, once), ...(usedAt ? { usedAt } : {}) };
    },
  });
  const day = async (days: bigint): Promise<string> =>
    (await run(`select ((now() at time zone 'Asia/Shanghai')::date + $1::int)::text as day`, [String(days)]))[0].day;
  const year = (
    await run(
      `select (t + interval '1 year')::date - t as days from (select (now() at time zone 'Asia/Shanghai')::date as t) d`,
    )
  )[0].days;

  /** An activity that runs; amounts in units. */
  const activity = async (
    type: number,
    rule: object,
    { budget = 900, each = 900, perTree = 0 }: { budget?: number; each?: number; perTree?: number } = {},
  ): Promise<bigint> =>
    BigInt(
      (
        await run(
          `insert into cnt_activity (tenant_id, title, title_en, activity_type, start_time, end_time, rule_json, budget, per_user_limit, is_per_tree, status)
           values ('000000', 'x', 'x', $1, now() - interval '1 hour', now() + interval '1 hour', $2, $3, $4, $5, $6) returning id::text`,
          [
            ...[type, JSON.stringify([rule]), String(parseMoney(String(budget))), String(parseMoney(String(each)))],
            ...[perTree, activityStatus.is.running],
          ],
        )
      )[0].id,
    );
  /** Invitations that are worth one each; users in turn. */
  const invitations = async (limits: { budget?: number; each?: number }, inviters: number) => {
    const id = await activity(activityType.is.invitation, { min: '1', bonus: '1' }, limits);
    const people: TestUser[] = [];
    for (let n = 0; n < inviters; n += 1) people.push(await product.agent());
    return {
      once: () => {
        const invitedId = BigInt(next());
        const { id: userId, account } = people[Number(invitedId) % inviters] as TestUser;
        const invited = { userId, userName: account, userType: userType.is.agent, invitedId, invitedAccount: 'x' };
        return app.db.tx((tx) => rewardInviter(tx, id, '000000', invited));
      },
    };
  };
  const claims = async (people: readonly TestUser[], perTree: 0 | 1): Promise<Bound> => {
    const id = await activity(activityType.is.coupon, { min: '0', bonus: '1' }, { perTree });
    let turn = 0;
    return {
      use: (times) =>
        repeat(times, async () => {
          turn += 1;
          const actor = await (people[turn % people.length] as TestUser).actor();
          return goes((tx) => claimCoupon(tx, actor, id));
        }),
    };
  };
  const recharged = async ({ id: userId }: TestUser, amount: bigint): Promise<void> => {
    const [{ id }] = await run(
      `insert into pay_recharge (tenant_id, recharge_no, user_id, user_name, user_type, payment_method, method_name, method_name_en, method_id, method_type,
         amount, pay_amount, credited_amount, status, is_late, expire_time, audit_time)
       values ('000000', 'RC' || gen_random_uuid(), $1, 'x', 2, 'usdt', 'x', 'x', 1, 1, $2, $2, $2, 2, 0, now(), now()) returning id::text`,
      [userId, String(amount)],
    );
    const document = { bizType: 'agent/recharge', bizId: BigInt(id), idemKey: `rc:${id}`, methodCode: 'usdt' };
    await db.tx((tx) => rechargePass(tx, system, { userId, amount: micros(amount), bonus: 0n, ...document }));
  };

  /** A service of texts with these limits; the tenant has sent none. */
  const texts = async (limits: { perDay?: string; perPhoneMinute?: string; perPhoneDay?: string }) => {
    await run('delete from sys_sms_log');
    const { perDay = '9999', perPhoneMinute = '9999', perPhoneDay = '9999' } = limits;
    await product.setParameter('sms.perDay', perDay);
    await product.setParameter('sms.perPhoneMinute', perPhoneMinute);
    await product.setParameter('sms.perPhoneDay', perPhoneDay);
    const code = `limit-${next()}`;
    await run(`insert into sys_sms (tenant_id, sms_code, content, status) values ('000000', $1, 'Hello', 1)`, [code]);
    const actor = await product.admin.actor();
    return {
      send: async (phones: readonly string[]): Promise<boolean> => {
        let isLimited = false;
        const went = await goes(async (tx) => {
          const { messages } = await reserveMessages(app, tx, actor, { code, phones }, 'en');
          isLimited = messages.some(({ state }) => state === smsState.is.limited);
        });
        return went && !isLimited;
      },
      usedAt: (time: string) => run(`update sys_sms_log set create_time = ${time}`),
    };
  };
  const textsToPhone = (limit: 'perPhoneMinute' | 'perPhoneDay') =>
    three(async () => {
      const { send, usedAt } = await texts({ [limit]: '3' });
      return { once: () => send(['+12015550100']), usedAt };
    });

  const declarationUntil = async (): Promise<Bound> => {
    const who = await product.agent();
    return {
      use: async (days) =>
        (await who.post('compliance/consent/save', await declaration(who, { validUntil: await day(days) }))).body
          .code === 200,
    };
  };

  return {
    'bonuses of an activity to a user': three(() => invitations({ each: 3 }, 1)),
    'budget of an activity': three(() => invitations({ budget: 3 }, 2)),
    'claims of a coupon by a user': {
      ...{ value: 1n, earlier: 1n },
      bound: async () => claims([await product.agent()], 0),
    },
    'claims of a coupon by the accounts of a tree': {
      ...{ value: 1n, earlier: 1n },
      bound: async () => {
        const top = await product.agent();
        const child = await product.agent({ parent: top });
        return claims([top, child, await product.agent({ parent: child, subUser: true })], 1);
      },
    },
    'recharges that a coupon asks': {
      ...{ value: parseMoney('80'), earlier: 0n, isLeast: true },
      bound: async () => {
        const id = await activity(activityType.is.coupon, { min: '80', bonus: '1' });
        const who = await product.agent();
        return {
          use: async (amount) => {
            await recharged(who, amount);
            const actor = await who.actor();
            return goes((tx) => claimCoupon(tx, actor, id));
          },
        };
      },
    },
    'keys of an owner in use': three(async () => {
      const actor = await (await product.agent()).actor();
      const key = { keyName: 'Shop', scopes: 1, addresses: [], spendDay: null, spendMonth: null };
      return { once: () => goes((tx) => createKey(tx, actor, { ...key, rateMinute: 60, expireTime: null })) };
    }),
    'endpoints of an owner': three(async () => {
      const actor = await (await product.agent()).actor();
      const once = () =>
        goes((tx) =>
          createEndpoint(app, tx, actor, {
            ...{ endpointName: 'Shop', url: `https://shop.example/${next()}`, events: 1, includeBelow: 0 },
          }),
        );
      // Ten are allowed.
      await repeat(7n, once);
      return { once };
    }),
    'sub-users of an agent': three(async () => {
      const actor = await (await product.agent()).actor();
      await product.setParameter('agent.maxSubUsers', '3');
      const person = { password: null, realName: 'Bo', userType: userType.is.subUser };
      return { once: () => goes((tx) => openAccount(tx, actor, { ...person, account: `limit_${next()}` })) };
    }),
    'users of a tenant': three(async () => {
      const actor = await product.admin.actor();
      const [{ held }] = await run(
        `select count(*)::int as held from sys_user where tenant_id = '000000' and user_type <> ${userType.is.appUser} and deleted_at is null`,
      );
      await run(`update sys_tenant set account_number = $1 where tenant_id = '000000'`, [held + 3]);
      const person = { password: null, realName: 'Bo', userType: userType.is.agent };
      return { once: () => goes((tx) => openAccount(tx, actor, { ...person, account: `limit_${next()}` })) };
    }),
    'passkeys of a user': three(async () => {
      const { id: userId } = await product.agent();
      const passkey = { publicKey: 'x', counter: 0, transports: [], host: 'x.example', name: 'Phone', isSynced: false };
      const once = () => goes((tx) => storePasskey(tx, { userId }, { ...passkey, credentialId: `limit-${next()}` }));
      // Twenty are allowed.
      await repeat(17n, once);
      return { once };
    }),
    'waiting requests of a person': three(async () => {
      const actor = await (await product.staff('finance')).actor();
      const [kind] = app.approvals.values();
      if (!kind) throw new Error('no kind of approvals');
      const once = () =>
        goes((tx) =>
          propose(tx, actor, {
            ...{ kind, payload: {}, params: {}, lines: [], reason: 'x', message: 'ERASURE_TODO' },
          }),
        );
      await once();
      // A hundred are allowed.
      await run(
        `insert into apr_request (tenant_id, approval_no, kind, params, payload, lines, reason, status, expire_time, create_user)
         select tenant_id, approval_no || n, kind, params, payload, lines, reason, 0, expire_time, create_user
         from apr_request, generate_series(1, 96) n where create_user = $1`,
        [actor.userId],
      );
      return { once };
    }),
    'messages that a user writes in a minute': three(async () => {
      const [actor, to] = [await (await product.staff('finance')).actor(), await product.agent()];
      await product.setParameter('message.perMinute', '3');
      const words = { type: 1, title: 'Hello', content: 'You', level: 'info', userIds: [to.id] } as const;
      return {
        once: () => goes((tx) => composeMessage(tx, actor, words, { canBroadcast: false, locale: 'en' })),
        usedAt: (time) => run(`update msg_message set create_time = ${time} where create_user = $1`, [actor.userId]),
      };
    }),
    'tasks of a seed number in a day': three(async () => {
      const actor = await product.admin.actor();
      const [seed] = await openSeeds(product, 1, { limit: 3 });
      return {
        once: () => goes((tx) => taskToPlan(tx, actor, { embeddedNumberId: seed?.seedId ?? 0n, orderType: 1 })),
        usedAt: (time) =>
          run(`update sed_number set used_day = ((${time}) at time zone 'Asia/Shanghai')::date where id = $1`, [
            seed?.seedId,
          ]),
      };
    }),
    'rewards of a member in a day': {
      ...{ value: parseMoney('0.8'), earlier: parseMoney('0.3') },
      bound: async () => {
        await product.setParameter('embedded.dailyCap', '0.8');
        const { id: memberId } = await product.appUser();
        const panel = openTestPanel();
        return {
          use: async (amount) => {
            const { id } = await sentSeed(product, { memberId });
            await run(
              `update sed_task set reward = $2, reported_status = 1, report_time = now(), due_time = now() + interval '1 hour' where id = $1`,
              [id, String(amount)],
            );
            const own = eq(seedTasks.id, BigInt(id));
            return app.db.tx(async (tx) => {
              const [task] = await tx.select().from(seedTasks).where(own).for('update');
              if (!task) throw new Error(id);
              const paid = await payReward(tx, system, panel, task);
              if (Object.keys(paid).length > 0) await tx.update(seedTasks).set(paid).where(own);
              return paid.rewardPaid === amount;
            });
          },
          usedAt: (time) => run(`update sed_task set reward_time = ${time} where app_user_id = $1`, [memberId]),
        };
      },
    },
    'own users that an agent checks in a day': {
      ...{ value: BigInt(OWN_USERS_A_DAY), earlier: 300n },
      bound: async () => {
        const [ownerId, sample] = [BigInt(next()), await orderIn(product, 'sms', await product.agent(), 'running')];
        const task = { tenantId: '000000', ownerId, agentId: null, kind: 'filter/limit', filterType: 1 };
        return {
          use: async (numbers) => {
            const [{ id }] = await run(
              `insert into work_task (tenant_id, task_no, job_task_no, kind, resource, task_name, evidence, owner_id, owner_path, owner_name, business_type, filter_type, stage_lines, status)
               select tenant_id, 'L' || gen_random_uuid(), 'L' || gen_random_uuid(), $2, resource, task_name, evidence, $3, owner_path, owner_name, business_type, 1, $4, 2
               from work_task where id = $1 returning id::text`,
              [sample.id, task.kind, String(ownerId), String(numbers)],
            );
            return goes(async (tx) => {
              const asked = { ...task, id: BigInt(id), stageLines: Number(numbers) } as unknown as WorkTask;
              await assertDayLimit(tx, { isForOwnUsers: true } as CheckType, asked);
              await tx.execute(sql`update work_task set start_time = now() where id = ${BigInt(id)}`);
            });
          },
          usedAt: (time) => run(`update work_task set finish_time = ${time} where owner_id = $1`, [String(ownerId)]),
        };
      },
    },
    'payees of a user': three(async () => {
      const who = await product.agent();
      await product.setParameter('payee.most', '3');
      return {
        once: async () => {
          const address = sampleAddress([...Array.from({ length: 19 }, () => 7), next()]);
          return (await who.post('user/wallet-address/save', { address, network: 1, label: 'Mine' })).body.code === 200;
        },
      };
    }),
    'texts of the system of a tenant': {
      ...{ value: 7n, earlier: 2n },
      bound: async () => {
        const { send, usedAt } = await texts({ perDay: '7' });
        return {
          use: (many) => send(Array.from({ length: Number(many) }, (_, n) => `+1202555010${n}`)),
          usedAt,
        };
      },
    },
    'texts of the system to a phone in a minute': textsToPhone('perPhoneMinute'),
    'texts of the system to a phone in 24 hours': textsToPhone('perPhoneDay'),
    'earliest last day of a new declaration': {
      ...{ value: 0n, earlier: 0n, isLeast: true },
      bound: declarationUntil,
    },
    'latest last day of a new declaration': { ...{ value: BigInt(year), earlier: 0n }, bound: declarationUntil },
    'last day of a declaration when numbers are used': {
      ...{ value: 0n, earlier: 0n, isLeast: true },
      bound: async () => {
        const { id, who } = await declared(product, { isPassed: true });
        const batch = { tenantId: '000000', ownerId: who.id, ownerPath: `/${who.id}/`, channel: 1, countryCode: 'US' };
        return {
          use: async (days) => {
            await run('update cmp_consent set valid_until = $2 where id = $1', [id, await day(days)]);
            return (
              (await decide(app, db.drizzle, { ...batch, consentId: BigInt(id), numbers: [] })).consent === 'valid'
            );
          },
        };
      },
    },
  };
}
