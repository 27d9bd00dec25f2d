import { expect, it } from 'vitest';
import type { Conformance } from './conformance.ts';

/** Tests the allowed transitions of a row and their records. */
export function describeTransitions({ resource, product, ids }: Conformance): void {
  const { name, transitions = {}, stateField = '', calls } = resource;
  const admin = () => product().admin;
  const at = (call: string) => `${name}/${call}`;
  const stateOf = async (id: string) => (await admin().get(at('detail'), { id })).body.data[stateField] as number;

  it('changes state only as declared, and records the actor', async () => {
    const [id = ''] = ids();
    const gone: string[] = [];
    const allowed = (state: number) =>
      Object.entries(transitions).filter(([event, { from }]) => from.includes(state) && !gone.includes(event));
    for (let state = await stateOf(id); ; state = await stateOf(id)) {
      for (const [event, { from }] of Object.entries(transitions)) {
        if (from.includes(state)) continue;
        const { status, body } = await admin().post(at(event), { ids: id, ...reasonFor(event) });
        expect([status, body.bizCode], event).toEqual([400, 'STATE_CONFLICT']);
        expect(await stateOf(id)).toBe(state);
      }
      const [next] = allowed(state);
      if (!next) break;
      const [event, { to, reason }] = next;
      if (reason === 'required') expect((await admin().post(at(event), { ids: id })).status, event).toBe(400);
      // Each step by somebody else: some need a second person.
      const who = await product().staff('administrator');
      const { status, body } = await who.post(at(event), { ids: id, ...reasonFor(event) });
      expect([status, body.msg], event).toEqual([200, expect.any(String)]);
      expect(await stateOf(id), event).toBe(to);
      gone.push(event);
    }
    if (!calls['timeline']) return;
    const { body } = await admin().get(at('timeline'), { id });
    const events: string[] = body.data.map(({ event }: { event: string }) => event);
    expect(events.slice(0, gone.length)).toEqual([...gone].reverse());
    expect(events.at(-1)).toBe('create');
  });

  const reasonFor = (event: string) => (transitions[event]?.reason ? { reason: 'Because' } : {});
}
