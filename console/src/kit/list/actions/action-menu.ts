import type { Translate } from '../../i18n.ts';
import type { Action } from '../types.ts';

/** So many stand beside each other; of more, one fewer does, and the further ones are in a menu. */
const SIDE_BY_SIDE = 3;

/** Which actions stand beside each other, and which are in the menu behind them. */
export function splitActions(actions: readonly Action[]): { direct: readonly Action[]; further: readonly Action[] } {
  const direct = actions.length > SIDE_BY_SIDE ? actions.slice(0, SIDE_BY_SIDE - 1) : actions;
  return { direct, further: actions.slice(direct.length) };
}

/** The library's menu of some actions. */
export const menuOf = (actions: readonly Action[], t: Translate, onStart: (action: Action) => void) => ({
  items: actions.map(({ key, label, isDangerous = false }) => ({ key, label: t(label), danger: isDangerous })),
  onClick: ({ key }: { readonly key: string }) => {
    const action = actions.find((candidate) => candidate.key === key);
    if (action) onStart(action);
  },
});
