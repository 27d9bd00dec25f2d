import type { Step } from '@trade-assistant/contract/areas/app-manage/activity-fields.ts';
import { useLocale } from '../../kit/i18n.ts';
import { ruleInWords } from './rule-words.ts';

/** The rule of an activity in words. */
export function RuleLines({ type, steps }: { type: number; steps: readonly Step[] | null }) {
  const locale = useLocale();
  return (
    <>
      {ruleInWords(type, steps).map((line) => (
        <div key={line.en}>{line[locale]}</div>
      ))}
    </>
  );
}
