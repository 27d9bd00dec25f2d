import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';

/** No call has such deep input, and recursion would exhaust the stack. */
const DEEPEST = 50;

/**
 * Returns the path in the input of a text that no column can store: with U+0000, or half a character. Undefined if
 * there is none.
 * @throws TOO_DEEP
 */
export function pathOfUnstorable(value: unknown, depth = 0): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > DEEPEST) throw commonErrors.TOO_DEEP();
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return [];
    const path = pathOfUnstorable(inner, depth + 1);
    if (path) return [name, ...path];
  }
  return undefined;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
