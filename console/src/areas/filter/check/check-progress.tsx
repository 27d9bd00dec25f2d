import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import Progress from 'antd/es/progress';
import type { Check } from '../../../features/checks/types.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';

const { running, upgrading, failed, cancelled } = checkStatus.is;

/** How many numbers of a check have a result, as a bar. */
export function CheckProgress({ check, isLarge = false }: { check: Check; isLarge?: boolean }) {
  const t = useText();
  const { doneCount, submitCount, status } = check;
  const percent = submitCount === 0 ? 0 : Math.floor((100 * doneCount) / submitCount);
  return (
    <Progress
      percent={percent}
      size={isLarge ? 'default' : [96, 6]}
      status={
        status === failed || status === cancelled
          ? 'exception'
          : status === running || status === upgrading
            ? 'active'
            : 'normal'
      }
      format={() =>
        t({ zh: '{done} / {all}', en: '{done} / {all}' }, { done: countText(doneCount), all: countText(submitCount) })
      }
    />
  );
}

/** The state of a check, and why nothing is checked right now. */
export function CheckState({ check: { status, waiting } }: { check: Check }) {
  return (
    <>
      <DictValue dictionary={checkStatus} value={status} />
      {waiting && <div className="kit-weak">{waiting}</div>}
    </>
  );
}
