import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import Checkbox from 'antd/es/checkbox';
import { useLocale, useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { CHECKED_CLASSES } from './classes.ts';
import { EarlierList } from './earlier-list.tsx';
import type { Check, CheckResource } from './types.ts';

interface CheckedNumbersProps {
  readonly checks: CheckResource;
  readonly list: {
    readonly check: Check | null;
    readonly setCheck: (check: Check | null) => void;
    readonly results: readonly number[];
    readonly setResults: (results: readonly number[]) => void;
  };
}

/** Chooses an earlier check and the results whose numbers are wanted. */
export function CheckedNumbers({ checks, list: { check, setCheck, results, setResults } }: CheckedNumbersProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <>
      <EarlierList resource={checks} value={check} onChange={setCheck} />
      {check && (
        <Checkbox.Group<number>
          style={{ marginBlockStart: 8 }}
          aria-label={t({ zh: '发送给这些结果的号码', en: 'Send to numbers with these results' })}
          value={[...results]}
          onChange={setResults}
          options={CHECKED_CLASSES.filter(([, field]) => check[field] > 0).map(([value, field]) => ({
            value,
            label: `${entryOf(checkResult, value)?.[locale] ?? ''} · ${countText(check[field])}`,
          }))}
        />
      )}
    </>
  );
}
