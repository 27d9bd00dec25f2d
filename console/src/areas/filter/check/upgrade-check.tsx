import { deeperKinds } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { useState } from 'react';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { TaskPanel } from '../../../features/list-tasks/task-panel.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { KindChoice, kindOf } from './kind-choice.tsx';
import { Quote, QuoteNote, useQuote } from './quote.tsx';

interface UpgradeCheckProps {
  readonly resource: CheckResource;
  readonly filterType: Dictionary;
  readonly check: Check;
  readonly onClose: () => void;
}

/** Checks the numbers in service of a finished task more deeply, for the difference of the prices. */
export default function UpgradeCheck({ resource, filterType, check, onClose }: UpgradeCheckProps) {
  const t = useText();
  const deeper = deeperKinds(filterType, check.filterType);
  const [kind, setKind] = useState(() => kindOf(filterType, deeper[0] ?? check.filterType ?? 0));
  const quote = useQuote(resource, check.countryCode, { ...kind, taskId: check.id }, null);
  const lines = quote.data?.quantity ?? null;
  const send = async (idempotencyKey: string) => {
    const done = await call(resource, 'upgrade-task', { id: check.id, ...kind }, { idempotencyKey });
    const words = { zh: '{n} 个号码开始升级检测', en: 'Upgrading {n} {n|number|numbers}' };
    return t(words, { n: countText(done.lines) });
  };
  return (
    <TaskPanel
      title={t({ zh: '升级检测 · {name}', en: 'Upgrade · {name}' }, { name: check.taskName })}
      resource={resource}
      submitText={
        lines === null
          ? t({ zh: '升级', en: 'Upgrade' })
          : t({ zh: '升级 {n} 个号码', en: 'Upgrade {n} {n|number|numbers}' }, { n: countText(lines) })
      }
      isReady={lines !== null && lines > 0}
      note={<QuoteNote asked={quote} lines={lines} />}
      send={send}
      onClose={onClose}
    >
      <KindChoice kinds={filterType} offered={deeper} value={kind} onChange={setKind} />
      <p className="kit-weak">
        {t({
          zh: '只检测实号、沉默号和风险号（上次已检测开通的，仅已开通的号码），按新单价与各号码已付金额的差价收取，不使用套餐。',
          en: 'Only numbers in service, silent or at risk are checked, and only those with an account where the last check looked for one. Each costs the difference to the price already paid for it; packages are not used.',
        })}
      </p>
      <Quote resource={resource} filterType={kind.filterType} asked={quote} lines={lines} isCounted />
    </TaskPanel>
  );
}
