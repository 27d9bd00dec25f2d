import { z } from 'zod';
import { localizedRule, matching } from '../../kit/sentences.ts';

/** Flows of automatic replies. Server, simulator and editor use the same functions. */

export const FLOW_NODES_MAX = 20;
const KEYWORDS_MAX = 20;
const NEXT_MAX = 10;
export const FLOW_REPLY_MAX = 500;
/** A session visits one node so often within the window. */
export const VISITS_MAX = 3;
export const VISITS_WINDOW_MILLIS = 6 * 3600_000;

/** `any` matches every text: answers of surveys, or what no keyword matches. */
export const flowMatches = ['exact', 'contains', 'any'] as const;
/** After its reply a node waits for the next text, continues with the next node at once, hands over to a person, or ends the session. */
export const flowAfters = ['wait', 'continue', 'person', 'end'] as const;

const nodeId = z
  .string()
  .trim()
  .regex(matching(/^[A-Za-z0-9_-]{1,24}$/, { zh: '应为 1–24 位字母或数字', en: 'should be 1–24 letters or digits' }));

const node = z.object({
  id: nodeId,
  /** Tried with the first text of a session, and whenever nothing else matches. */
  isEntry: z.boolean().default(false),
  match: z.enum(flowMatches).default('exact'),
  keywords: z.array(z.string().trim().min(1).max(40)).max(KEYWORDS_MAX).default([]),
  reply: z.string().trim().max(FLOW_REPLY_MAX).default(''),
  after: z.enum(flowAfters).default('wait'),
  /** Nodes that the next text is compared with, in their order; with `continue` the first one. */
  next: z.array(nodeId).max(NEXT_MAX).default([]),
});

export const flowSchema = z
  .object({ nodes: z.array(node).max(FLOW_NODES_MAX) })
  .refine(
    ({ nodes }) => new Set(nodes.map(({ id }) => id)).size === nodes.length,
    localizedRule({ zh: '节点编号不能重复', en: 'should have each node id once' }),
  );
export type Flow = z.output<typeof flowSchema>;
export type FlowNode = Flow['nodes'][number];

export const EMPTY_FLOW: Flow = { nodes: [] };

/** The place of a session in its flow. */
export interface FlowState {
  /** The node that waits for the next text; null at the start. */
  readonly at: string | null;
  /** Visits of nodes within the window: times in milliseconds by node id. */
  readonly visits: Readonly<Record<string, readonly number[]>>;
  /** Automatic replies so far. */
  readonly replies: number;
}

export const START: FlowState = { at: null, visits: {}, replies: 0 };

/** Why automatic replies stopped: the same node too often, too many replies. */
export type FlowStop = 'loop' | 'replies';

export interface FlowStep {
  readonly state: FlowState;
  readonly replies: readonly { readonly node: string; readonly text: string }[];
  /** `person`: a person has to answer. `none`: no node matched. */
  readonly after: 'wait' | 'person' | 'end' | 'none';
  readonly stopped: FlowStop | null;
}

/** Returns a text in the form in which keywords are compared: full-width letters as ordinary ones, no signs at its ends, lower case. */
export const normalisedText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** Returns whether a text matches a node. */
export function isMatch({ match, keywords }: Pick<FlowNode, 'match' | 'keywords'>, text: string): boolean {
  if (match === 'any') return true;
  const said = normalisedText(text);
  if (said === '') return false;
  return keywords.some((keyword) => {
    const wanted = normalisedText(keyword);
    return wanted !== '' && (match === 'exact' ? said === wanted : said.includes(wanted));
  });
}

/** Nodes that the next text is compared with, in their order: those after the present one, then the entries. */
export function candidates(flow: Flow, at: string | null): FlowNode[] {
  const byId = new Map(flow.nodes.map((one) => [one.id, one]));
  const after = (at === null ? [] : (byId.get(at)?.next ?? [])).flatMap((id) => byId.get(id) ?? []);
  return [...after, ...flow.nodes.filter((one) => one.isEntry && !after.includes(one))];
}

/**
 * Returns the replies to a text and the next place in the flow. A node is visited at most three times within six hours, by its id, so that
 * neither a loop nor another robot can go on for ever; `repliesMax` bounds the replies of a session.
 */
export function stepFlow(flow: Flow, state: FlowState, text: string, now: number, repliesMax: number): FlowStep {
  const byId = new Map(flow.nodes.map((one) => [one.id, one]));
  const recent = now - VISITS_WINDOW_MILLIS;
  const visits: Record<string, number[]> = {};
  for (const [id, times] of Object.entries(state.visits)) {
    const kept = times.filter((time) => time > recent);
    if (kept.length > 0) visits[id] = kept;
  }
  const replies: { node: string; text: string }[] = [];
  let count = state.replies;
  let at = state.at;
  const ended = (after: FlowStep['after'], stopped: FlowStop | null = null): FlowStep => ({
    state: { at, visits, replies: count },
    replies,
    after,
    stopped,
  });
  let found = candidates(flow, state.at).find((one) => isMatch(one, text));
  if (!found) return ended('none');
  while (found) {
    const times = visits[found.id] ?? [];
    if (times.length >= VISITS_MAX) return ended('person', 'loop');
    if (found.reply !== '' && count >= repliesMax) return ended('person', 'replies');
    visits[found.id] = [...times, now];
    at = found.id;
    if (found.reply !== '') {
      replies.push({ node: found.id, text: found.reply });
      count += 1;
    }
    if (found.after !== 'continue') return ended(found.after);
    found = byId.get(found.next[0] ?? '');
  }
  return ended('wait');
}

/** An earlier text of the same session. */
export interface Heard {
  /** Digest or form of the text. */
  readonly text: string;
  readonly at: number;
}

export const REPEATS_MAX = 5;
export const REPEATS_WINDOW_MILLIS = 10_000;
/** Automatic replies pause for so long after a sender repeated itself. */
export const MUTED_MILLIS = 3600_000;

/** Returns whether the newest of the received texts, oldest first, is the fifth equal one within ten seconds. */
export function isRepeating(texts: readonly Heard[]): boolean {
  const last = texts.at(-1);
  if (!last) return false;
  const same = texts.filter(({ text, at }) => text === last.text && last.at - at <= REPEATS_WINDOW_MILLIS);
  return same.length >= REPEATS_MAX;
}
