import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import Checkbox from 'antd/es/checkbox';
import { useLocale, useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { CHECKED_CLASSES } from '../checks/classes.ts';
import type { CheckResource } from '../checks/types.ts';
import { EarlierList } from './earlier-list.tsx';
import type { ListInputState } from './use-list-input.ts';

interface CheckedNumbersProps {
  readonly checks: CheckResource;
  readonly ownerId: string | null;
  readonly list: Pick<ListInputState, 'check' | 'setCheck' | 'results' | 'setResults' | 'isWhole'>;
}

/** Chooses an earlier check and, unless it is taken whole, the results whose numbers are wanted. */
export function CheckedNumbers({ checks, ownerId, list }: CheckedNumbersProps) {
  const t = useText();
  const locale = useLocale();
  const { check, setCheck, results, setResults, isWhole } = list;
  return (
    <>
      <EarlierList resource={checks} ownerId={ownerId} value={check} onChange={setCheck} />
      {check && !isWhole && (
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
