import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  candidates,
  type Flow,
  type FlowState,
  flowAfters,
  flowSchema,
  isMatch,
  isRepeating,
  REPEATS_WINDOW_MILLIS,
  START,
  stepFlow,
  VISITS_MAX,
  VISITS_WINDOW_MILLIS,
} from './flow.ts';
import { checkFlow } from './flow-check.ts';

const flowOf = (...nodes: object[]): Flow => flowSchema.parse({ nodes });
const entry = { id: 'menu', isEntry: true, match: 'any', reply: '1 hours, 2 person', next: ['hours', 'person'] };
const hours = { id: 'hours', keywords: ['1', 'hours'], reply: 'Nine to six', next: ['person'] };
const person = { id: 'person', keywords: ['2'], reply: 'One moment', after: 'person' };
const shop = flowOf(entry, hours, person);

/** Sends texts in their order, a minute apart. */
function play(flow: Flow, texts: readonly string[], repliesMax = 100) {
  let state: FlowState = START;
  return texts.map((text, index) => {
    const step = stepFlow(flow, state, text, index * 60_000, repliesMax);
    state = step.state;
    return step;
  });
}

describe('a flow', () => {
  it('answers by keywords, full-width ones and those with signs too, and hands over to a person', () => {
    const steps = play(shop, ['Hello', '１!', 'two', ' 2 ']);
    expect(steps.map(({ replies }) => replies.map(({ node }) => node))).toEqual([
      ['menu'],
      ['hours'],
      ['menu'],
      ['person'],
    ]);
    expect(steps.map(({ after }) => after)).toEqual(['wait', 'wait', 'wait', 'person']);
  });

  it('visits a node three times within six hours, by its id and not by its text', () => {
    const twins = flowOf({ ...entry, next: ['a', 'b'] }, { ...hours, id: 'a' }, { ...hours, id: 'b', keywords: ['b'] });
    const steps = play(twins, ['x', 'x', 'x', 'x']);
    expect(steps.map(({ stopped }) => stopped)).toEqual([null, null, null, 'loop']);
    // Another node with the same reply is not the same node.
    expect(play(twins, ['x', '1', 'x', 'b', 'x', '1']).map(({ stopped }) => stopped)).toEqual(Array(6).fill(null));
    const [first] = play(shop, ['x']);
    const later = { ...first?.state, visits: { menu: [0, 1, 2] } } as FlowState;
    expect(stepFlow(shop, later, 'x', VISITS_WINDOW_MILLIS + 1, 100).stopped).toBeNull();
  });

  it('continues at once where a node says so, and not for ever', () => {
    const circle = flowOf(
      { id: 'a', isEntry: true, match: 'any', reply: 'A', after: 'continue', next: ['b'] },
      { id: 'b', reply: 'B', after: 'continue', next: ['a'] },
    );
    const [step] = play(circle, ['x']);
    expect(step).toMatchObject({ after: 'person', stopped: 'loop' });
    expect(step?.replies).toHaveLength(2 * VISITS_MAX);
    expect(checkFlow(circle).map(({ code }) => code)).toContain('loop');
  });
});

const nodeArbitrary = (ids: readonly string[]) => (id: string) =>
  fc.record({
    id: fc.constant(id),
    isEntry: fc.boolean(),
    match: fc.constantFrom('exact', 'contains', 'any'),
    keywords: fc.array(fc.constantFrom('1', '2', 'yes', 'no', 'a b'), { maxLength: 3 }),
    reply: fc.constantFrom('', 'Hello', 'Goodbye'),
    after: fc.constantFrom(...flowAfters),
    next: fc.array(fc.constantFrom(...ids), { maxLength: 4 }),
  });
const anyFlow = fc.integer({ min: 1, max: 20 }).chain((count) => {
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  return fc.tuple(...ids.map(nodeArbitrary(ids))).map((nodes) => flowOf(...nodes));
});
const someTexts = fc.array(
  fc.record({ text: fc.constantFrom('1', '2', 'YES', 'no!', 'a  b', '…', 'x'), after: fc.nat(3_600_000) }),
  {
    maxLength: 60,
  },
);

describe('every flow, whatever is written to it', () => {
  it('ends each step, sends at most its replies, and visits no node more than three times in six hours', () => {
    fc.assert(
      fc.property(anyFlow, someTexts, fc.integer({ min: 1, max: 30 }), (flow, texts, repliesMax) => {
        let state: FlowState = START;
        let now = 0;
        let sent = 0;
        const visits: { id: string; at: number }[] = [];
        for (const { text, after } of texts) {
          now += after;
          const before = state;
          const step = stepFlow(flow, state, text, now, repliesMax);
          state = step.state;
          sent += step.replies.length;
          for (const [id, times] of Object.entries(state.visits)) {
            const fresh =
              times.filter((at) => at === now).length - (before.visits[id] ?? []).filter((at) => at === now).length;
            for (let n = 0; n < fresh; n += 1) visits.push({ id, at: now });
          }
          for (const { id, at } of visits)
            expect(
              visits.filter((one) => one.id === id && one.at >= at && one.at < at + VISITS_WINDOW_MILLIS).length,
            ).toBeLessThanOrEqual(VISITS_MAX);
          // A step without a match changes nothing but what time forgot.
          if (step.after === 'none')
            expect(candidates(flow, before.at).some((node) => isMatch(node, text))).toBe(false);
        }
        expect(sent).toBeLessThanOrEqual(repliesMax);
        expect(state.replies).toBe(sent);
      }),
    );
  });

  it('without a fault never stops at a loop on the first text', () => {
    fc.assert(
      fc.property(anyFlow, fc.constantFrom('1', 'yes', 'x'), (flow, text) => {
        fc.pre(!checkFlow(flow).some(({ code }) => code === 'loop'));
        expect(stepFlow(flow, START, text, 0, 1000).stopped).toBeNull();
      }),
    );
  });
});

describe('the check of a flow', () => {
  const codes = (...nodes: object[]) =>
    checkFlow(flowOf(...nodes)).map(({ code, node }) => `${code} ${node ?? ''}`.trim());

  it('accepts a sound flow, but for an end where somebody may wait in vain', () => {
    expect(codes(entry, { ...hours, next: ['person'] }, person)).toEqual([]);
    expect(codes({ ...entry, next: ['hours'] }, { ...hours, next: [] })).toEqual(['deadEnd hours']);
  });

  it.each([
    ['no node', [], ['empty']],
    ['no entry', [{ ...person }], ['noEntry', 'unreachable person']],
    [
      'a node without a way to it',
      [entry, hours, person, { ...person, id: 'lost', keywords: ['9'] }],
      ['unreachable lost'],
    ],
    ['a next node that does not exist', [{ ...entry, next: ['nowhere'] }], ['unknownNext menu']],
    ['two nodes with one keyword', [entry, hours, { ...person, keywords: ['HOURS'] }], ['overlap person']],
    [
      'a node behind one that matches everything',
      [
        { ...entry, next: ['all', 'hours'] },
        { ...hours, id: 'all', match: 'any', keywords: [], next: ['hours'] },
        { ...hours, next: ['all'] },
      ],
      ['shadowed hours'],
    ],
    ['a wait without a reply', [{ ...entry, reply: '' }, hours, person], ['noReply menu']],
  ])('names %s', (_, nodes, expected) => {
    expect(codes(...nodes)).toEqual(expected);
  });
});

it('calls five equal texts within ten seconds a repetition, and nothing less', () => {
  const texts = (gaps: readonly number[], text = (_: number) => 'a') => {
    let at = 0;
    return gaps.map((gap, index) => {
      at += gap;
      return { text: text(index), at };
    });
  };
  expect(isRepeating(texts([0, 1, 1, 1, 1]))).toBe(true);
  expect(isRepeating(texts([0, 1, 1, 1]))).toBe(false);
  expect(isRepeating(texts([0, 1, 1, 1, REPEATS_WINDOW_MILLIS]))).toBe(false);
  expect(isRepeating(texts([0, 1, 1, 1, 1], (index) => (index === 2 ? 'b' : 'a')))).toBe(false);
});
