import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { mismatches } from './testing/books.ts';
import { type InterleavingDb, interleavingDb } from './testing/interleaving-db.ts';
import { orderedRecharge } from './testing/recharges.ts';
import { openChannel, orderedWithdrawal, withdrawer } from './testing/withdrawals.ts';

/** Number of pairs of parallel decisions, each about a new document; other pairs with each seed. */
const MEETINGS = Number(process.env['REVIEWERS_MEETINGS'] ?? 12);

let product: TestApp;
let interleaving: InterleavingDb;
let finance: TestUser;
let other: TestUser;
let checker: TestUser;
let channel: string;
beforeAll(async () => {
  product = await testApp(
    { SANDBOX: '1' },
    {
      reach: (connection) => {
        interleaving = interleavingDb(connection);
        return interleaving.db;
      },
    },
  );
  [finance, other, checker] = [
    await product.staff('finance'),
    await product.staff('finance'),
    await product.staff('finance_check'),
  ];
  channel = await openChannel(product, 1);
});
afterAll(() => product.close());

/** The document of two decisions: its owner, and the possible decisions. */
interface Document {
  readonly id: string;
  readonly isRequest?: true;
  readonly owner: TestUser;
  readonly decisions: readonly (() => Promise<{ status: number }>)[];
}

const decisionsAbout = (resource: string, ids: string) => ({
  pass: (who: TestUser) => () => who.post(`${resource}/pass`, { ids }),
  refuse: (who: TestUser) => () => who.post(`${resource}/turn-down`, { ids, reason: 'No' }),
});

const DOCUMENTS: Readonly<Record<string, () => Promise<Document>>> = {
  recharge: async () => {
    const owner = await product.agent();
    const id = await orderedRecharge(product, owner, { isPaid: true });
    const { pass, refuse } = decisionsAbout('agent/recharge', id);
    const correct = (who: TestUser, creditedAmount: string) => () =>
      who.post('agent/recharge/correct', { id, creditedAmount, reason: 'Fee' });
    const decisions = [pass(finance), pass(other), refuse(finance), refuse(other), correct(other, '99.95')];
    return { id, owner, decisions };
  },
  withdrawal: async () => {
    const own = await withdrawer(product);
    const id = await orderedWithdrawal(product, own, { walletKind: 1 });
    const { pass, refuse } = decisionsAbout('agent/withdrawal', id);
    const decisions = [
      pass(finance),
      pass(other),
      refuse(other),
      () => finance.post('agent/withdrawal/third-channel', { ids: id, type: channel }),
      () => other.post('agent/withdrawal/transfer', { ids: id }),
      () => own.who.post('agent/withdrawal/remove', { ids: id }),
    ];
    return { id, owner: own.who, decisions };
  },
  'second review': async () => {
    const own = await withdrawer(product, { balance: 9_000_000_000n });
    const id = await orderedWithdrawal(product, own, { amount: '2000' });
    await finance.post('agent/withdrawal/pass', { ids: id, txHash: 'slip 1' });
    const { approvalId } = (await finance.get('agent/withdrawal/detail', { id })).body.data;
    const { pass, refuse } = decisionsAbout('desk/approval', approvalId);
    const decisions = [
      pass(checker),
      pass(product.admin),
      refuse(checker),
      () => finance.post('desk/approval/withdraw', { ids: approvalId }),
      () => other.post('agent/withdrawal/turn-down', { ids: id, reason: 'No' }),
      () => product.admin.post('agent/withdrawal/pass', { ids: id }),
    ];
    return { id: approvalId, isRequest: true, owner: own.who, decisions };
  },
  adjustment: async () => {
    const owner = await product.agent();
    const asked = await finance.post('agent/user/manual-update-balance', {
      ...{ ids: String(owner.id), money: '600', reason: 'Bank slip' },
    });
    const id = asked.body.data.approvalId;
    const { pass, refuse } = decisionsAbout('desk/approval', id);
    const decisions = [
      pass(checker),
      pass(product.admin),
      refuse(checker),
      () => finance.post('desk/approval/withdraw', { ids: id }),
    ];
    return { id, isRequest: true, owner, decisions };
  },
};

/** The owner's money, and the states of the owner's rows; without the random tails of amounts. */
async function outcome({ owner, id, isRequest }: Document): Promise<unknown> {
  const { rows } = await product.db.pool.query(
    `select (select jsonb_agg(jsonb_build_array(kind, balance / 1000000) order by kind) from fin_wallet where user_id = $1) as wallets,
       (select count(*)::int from fin_journal j where exists (select from fin_entry e where e.journal_id = j.id and e.owner_user_id = $1)) as journals,
       (select jsonb_agg(status) from pay_recharge where user_id = $1) as recharges,
       (select jsonb_agg(jsonb_build_array(status, attempt, approval_id is null)) from pay_withdrawal where user_id = $1) as withdrawals,
       (select status from apr_request where id = $2) as request`,
    [String(owner.id), isRequest ? id : null],
  );
  return rows[0];
}

const meeting = fc.record({
  kind: fc.constantFrom(...Object.keys(DOCUMENTS)),
  first: fc.nat(5),
  second: fc.nat(5),
  order: fc.array(fc.nat(1), { minLength: 24, maxLength: 24, size: 'max' }),
});

it('two parallel decisions have the result of two sequential ones, in any order of statements', async () => {
  const seed = Number(process.env['REVIEWERS_SEED'] ?? Date.now() % 2 ** 31);
  const meetings = fc.sample(meeting, { seed, numRuns: MEETINGS });
  /** The results and answers of sequential decisions. */
  const known = new Map<string, Promise<unknown>>();
  const inTurn = (kind: string, turns: readonly number[]): Promise<unknown> => {
    const key = `${kind} ${turns.join()}`;
    const made = known.get(key) ?? play(kind, turns);
    known.set(key, made);
    return made;
  };
  const play = async (kind: string, turns: readonly number[]): Promise<unknown> => {
    const document = (await DOCUMENTS[kind]?.()) as Document;
    const told: [number, boolean][] = [];
    for (const turn of turns) told.push([turn, (await decision(document, turn)()).status === 200]);
    return said(document, told);
  };
  const decision = ({ decisions }: Document, turn: number) =>
    decisions[turn % decisions.length] as Document['decisions'][number];
  const said = async (document: Document, told: [number, boolean][]) => ({
    told: told.sort(([a], [b]) => a - b),
    left: await outcome(document),
  });

  for (const { kind, first, second, order } of meetings) {
    const document = (await DOCUMENTS[kind]?.()) as Document;
    const [a, b] = [first % document.decisions.length, second % document.decisions.length];
    // The same person twice is a repetition, which has a separate test.
    if (a === b) continue;
    let at = 0;
    const answers = await interleaving.interleave([decision(document, a), decision(document, b)], (many) => {
      at += 1;
      return (order[at % order.length] ?? 0) % many;
    });
    const where = `seed ${seed}: ${kind} ${a} and ${b}, ${order.join('')}: ${JSON.stringify(answers.map((answer) => [answer.status, (answer as { body?: { msg?: string } }).body?.msg]))}`;
    const told = [a, b].map((turn, index): [number, boolean] => [turn, answers[index]?.status === 200]);
    expect(
      answers.filter(({ status }) => status >= 500),
      where,
    ).toEqual([]);
    expect([await inTurn(kind, [a, b]), await inTurn(kind, [b, a])], where).toContainEqual(await said(document, told));
  }
  expect(await mismatches(product), `seed ${seed}`).toEqual([]);
});
