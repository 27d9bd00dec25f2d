import type { Translate } from '../../i18n.ts';
import type { Action } from '../types.ts';

/** Number of actions shown side by side; with more, one fewer is shown and the rest are in a menu. */
const SIDE_BY_SIDE = 3;

/** The actions shown side by side and the actions in the menu. */
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
