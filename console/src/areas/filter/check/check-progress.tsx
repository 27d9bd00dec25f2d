import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { CHECKED_CLASSES } from '../../../features/checks/classes.ts';
import type { Check } from '../../../features/checks/types.ts';
import { TaskProgress } from '../../../features/list-tasks/task-progress.tsx';
import { useLocale } from '../../../kit/i18n.ts';

/** Numbers of a check by their results as one bar, with how many have one. */
export function CheckProgress({ check }: { readonly check: Check }) {
  const locale = useLocale();
  const parts = CHECKED_CLASSES.map(([value, field]) => {
    const entry = entryOf(checkResult, value);
    return { tone: entry?.tone ?? 'off', count: check[field], words: entry?.[locale] ?? '' };
  });
  return <TaskProgress parts={parts} done={check.doneCount} all={check.submitCount} />;
}
