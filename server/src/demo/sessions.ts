import { flowSchema } from '@trade-assistant/contract/areas/sms/flow.ts';
import { sessionEventKind, sessionFlag } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { append, cannedReplies, counters, flows, sessions, tasks } from '../engines/messaging/inbox/index.ts';
import { phones } from '../engines/messaging/sms-senders/index.ts';
import type { App } from '../kernel/app/index.ts';
import type { Secrets } from '../kernel/secrets/index.ts';
import { businessNumber, type Demo } from './demo.ts';

const MINUTE_MILLIS = 60_000;
const KIND = sessionEventKind.is;
const FLAG = sessionFlag.is;
const PRICE = parseMoney('0.012');

/** A conversation: texts of the customer, of people (`us`), and of the program. */
interface Talk {
  readonly ending: string;
  readonly country: 'US' | 'CA';
  /** Minutes since the last text. */
  readonly ago: number;
  readonly state: 0 | 1 | 2 | 3;
  readonly isMine?: true;
  readonly flags?: number;
  readonly texts: readonly (readonly ['in' | 'us' | 'auto' | 'note', string])[];
}

const MENU = 'Fern Shop: 1 order status, 2 opening hours, 3 talk to a person';

const TALKS: readonly Talk[] = [
  {
    ending: '0131',
    country: 'US',
    ago: 4,
    state: 0,
    texts: [
      ['in', 'Hi'],
      ['auto', MENU],
      ['in', '3'],
      ['auto', 'One moment, a person will answer.'],
      ['in', 'My parcel says delivered but it is not here'],
    ],
  },
  {
    ending: '0132',
    country: 'US',
    ago: 38,
    state: 0,
    texts: [
      ['in', 'Do you ship to Canada?'],
      ['auto', MENU],
      ['in', '3'],
    ],
  },
  {
    ending: '0133',
    country: 'US',
    ago: 96,
    state: 0,
    isMine: true,
    texts: [
      ['in', 'Order 4417, wrong colour'],
      ['us', 'Sorry about that! Shall we send the green one?'],
      ['note', 'Second complaint about colours this week'],
      ['in', 'Yes please'],
      ['in', 'And when will it arrive?'],
    ],
  },
  {
    ending: '0134',
    country: 'US',
    ago: 12,
    state: 0,
    flags: FLAG.likeOptOut,
    texts: [
      ['in', 'please stop texting me'],
      ['auto', MENU],
    ],
  },
  {
    ending: '0135',
    country: 'US',
    ago: 2,
    state: 0,
    flags: FLAG.repeating,
    texts: [
      ['in', 'I am away until Monday'],
      ['auto', MENU],
      ['in', 'I am away until Monday'],
    ],
  },
  {
    ending: '0136',
    country: 'US',
    ago: 25,
    state: 1,
    isMine: true,
    texts: [
      ['in', '请问什么时候发货？'],
      ['us', '您好，今天下午发出，预计三天到。'],
      ['in', '好的谢谢'],
      ['us', '不客气！'],
    ],
  },
  {
    ending: '0137',
    country: 'US',
    ago: 51,
    state: 1,
    texts: [
      ['in', '2'],
      ['auto', 'We are open from nine to six, Monday to Saturday.'],
    ],
  },
  {
    ending: '0138',
    country: 'CA',
    ago: 180,
    state: 1,
    isMine: true,
    texts: [
      ['in', 'Is the blue jacket back?'],
      ['us', 'From Friday on. Shall I put one aside for you?'],
    ],
  },
  {
    ending: '0139',
    country: 'US',
    ago: 400,
    state: 2,
    texts: [
      ['in', 'Thanks, all good now'],
      ['us', 'Great, have a nice day!'],
    ],
  },
  {
    ending: '0140',
    country: 'US',
    ago: 900,
    state: 2,
    texts: [
      ['in', '1'],
      ['auto', 'Send us your order number.'],
      ['in', '4390'],
      ['us', 'It left our warehouse yesterday.'],
    ],
  },
  {
    ending: '0141',
    country: 'US',
    ago: 700,
    state: 3,
    texts: [
      ['in', 'STOP'],
      ['auto', 'You have opted out and will receive no more messages from us.'],
    ],
  },
  {
    ending: '0142',
    country: 'CA',
    ago: 7,
    state: 0,
    texts: [
      ['in', 'Bonjour, est-ce que la taille M est disponible?'],
      ['auto', MENU],
      ['in', '3'],
    ],
  },
];

const FLOW = flowSchema.parse({
  nodes: [
    { id: 'menu', isEntry: true, match: 'any', reply: MENU, next: ['status', 'hours', 'person'] },
    { id: 'status', keywords: ['1', 'status', 'order'], reply: 'Send us your order number.', next: ['number'] },
    { id: 'number', match: 'any', reply: 'Thank you, a person looks it up.', after: 'person' },
    {
      id: 'hours',
      keywords: ['2', 'hours'],
      reply: 'We are open from nine to six, Monday to Saturday.',
      next: ['person'],
    },
    { id: 'person', keywords: ['3', 'person', 'help'], reply: 'One moment, a person will answer.', after: 'person' },
  ],
});

const CANNED = [
  ['hi', '问候 Greeting', 'Hello, this is {{me}} of {{agent}}. How can I help?'],
  ['ship', '发货 Shipping', 'Your parcel leaves our warehouse today and arrives within three days.'],
  ['sorry', '致歉 Apology', 'We are sorry for the trouble and will put it right today.'],
] as const;

/** A support session task of an agent with sessions in every state, a draft task and prepared replies. Its texts cost nothing. */
export async function talkInSessions(demo: Demo, secrets: Secrets): Promise<void> {
  const { tx, people, system, random, timeline } = demo;
  const fern = people.buyers.find(({ actor }) => actor.account === 'agent_fern')?.actor;
  const [phone] = await tx.select().from(phones).where(sql`${phones.phoneNo} = '+12025550100'`);
  if (!fern || !phone) return;
  const { tenantId } = system;
  const owner = { tenantId, ownerId: fern.userId, ownerPath: fern.ownerPath };
  const author = { createUser: fern.userId, createUserName: fern.realName, createTime: timeline.dayAt(20, 10) };
  const usual = {
    ...{ ...owner, ...author, agentId: fern.userId, agentName: fern.realName, senderId: phone.id },
    ...{ repliesMax: 20, onlyAssignee: 0 as const, sessionTimeoutHours: 72, maxTurns: 20 },
  };
  const [task] = await tx
    .insert(tasks)
    .values([
      {
        ...{ ...usual, taskName: '客服短信 Support texts', sessionType: 1, status: 1, flowVersion: 1, flowJson: FLOW },
        ...{ taskNo: businessNumber(random, 'SS', author.createTime), moneyCap: parseMoney('1'), handlers: null },
        ...{ workStart: '09:00', workEnd: '18:00', offHoursReply: 'We answer from nine to six.', consentId: null },
      },
      {
        ...{ ...usual, taskName: '满意度问卷 Survey', sessionType: 3, status: 0, flowVersion: 0, flowJson: null },
        ...{ taskNo: businessNumber(random, 'SS', author.createTime), moneyCap: null, handlers: null, consentId: null },
      },
    ])
    .returning();
  if (!task) return;
  await tx.insert(counters).values(await tx.select({ taskId: tasks.id }).from(tasks));
  const [flow] = await tx.insert(flows).values({ taskId: task.id, versionNo: 1, content: FLOW }).returning();
  for (const talk of TALKS)
    await talkWith(demo, secrets, { task, senderId: phone.id, flowId: flow?.id ?? null, owner, fern }, talk);
  await tx.insert(cannedReplies).values(
    CANNED.map(([shortcut, title, content], index) => ({
      ...{ ...owner, ...author, shortcut, title, content },
      sort: index + 1,
      status: 1 as const,
    })),
  );
}

interface Place {
  readonly task: typeof tasks.$inferSelect;
  readonly senderId: bigint;
  readonly flowId: bigint | null;
  readonly owner: { readonly tenantId: string; readonly ownerId: bigint; readonly ownerPath: string };
  readonly fern: { readonly userId: bigint; readonly realName: string };
}

async function talkWith({ tx, random }: Demo, secrets: Secrets, place: Place, talk: Talk): Promise<void> {
  const { task, owner, fern } = place;
  const { texts, ago, state, isMine, flags = 0 } = talk;
  const end = Date.now() - ago * MINUTE_MILLIS;
  const at = (index: number) => new Date(end - (texts.length - 1 - index) * 2 * MINUTE_MILLIS);
  const sent = texts.filter(([kind]) => kind === 'us' || kind === 'auto').length;
  const lastOut = texts.findLastIndex(([kind]) => kind === 'us' || kind === 'auto');
  const waits = state === 0 ? at(Math.min(lastOut + 1, texts.length - 1)) : null;
  const isEnded = state === 2 || state === 3;
  const [session] = await tx
    .insert(sessions)
    .values({
      ...{ ...owner, taskId: task.id, senderId: place.senderId, flowId: place.flowId },
      sessionNo: businessNumber(random, 'SN', at(0)),
      e164: BigInt(`1${talk.country === 'CA' ? '416' : '202'}555${talk.ending}`),
      countryCode: talk.country,
      sessionStatus: state,
      isForPeople: state !== 3,
      ...(isMine ? { assignedUser: fern.userId, assignedName: fern.realName } : {}),
      turns: sent,
      flags,
      spent: micros(PRICE * BigInt(sent)),
      lastMsgTime: at(texts.length - 1),
      waitingSince: waits,
      createTime: at(0),
      ...(isEnded ? { endReason: state === 3 ? 5 : 1, closeTime: at(texts.length - 1) } : {}),
    })
    .returning();
  if (!session) return;
  const by = { userId: fern.userId, userName: fern.realName };
  const kinds = { in: KIND.received, us: KIND.sent, auto: KIND.automatic, note: KIND.note } as const;
  const entries = texts.map(([kind, text], index) => ({
    ...{ kind: kinds[kind], text, at: at(index) },
    ...(kind === 'us' || kind === 'note' ? by : {}),
    ...(kind === 'us' || kind === 'auto' ? { status: lineStatus.is.delivered, segments: 1, price: PRICE } : {}),
  }));
  const ended = isEnded
    ? [
        {
          kind: state === 3 ? KIND.optedOut : KIND.closed,
          node: state === 3 ? '5' : '1',
          at: at(texts.length - 1),
          ...(state === 3 ? {} : by),
        },
      ]
    : [];
  await append({ secrets } as App, tx, session, [...entries, ...ended], {
    ...{ total: 1, active: isEnded ? 0 : 1, received: texts.filter(([kind]) => kind === 'in').length },
    ...{ sent, optedOut: state === 3 ? 1 : 0, charged: PRICE * BigInt(sent) },
  });
  await tx.execute(
    sql`update inb_session set last_msg_time = ${at(texts.length - 1).toISOString()}::timestamptz where id = ${session.id}`,
  );
}
