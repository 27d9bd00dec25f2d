import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import Select from 'antd/es/select';
import { useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import type { Check, CheckResource } from '../checks/types.ts';

const { completed, partly, cancelled } = checkStatus.is;
const MOST = 50;

interface EarlierListProps {
  readonly resource: CheckResource;
  /** Whose checks; null: all that the user sees. */
  readonly ownerId: string | null;
  readonly value: Check | null;
  readonly onChange: (task: Check | null) => void;
}

/** Chooses one of the latest checks that have a list. */
export function EarlierList({ resource, ownerId, value, onChange }: EarlierListProps) {
  const t = useText();
  const input = {
    status_in: [completed, partly, cancelled].join(','),
    size: MOST,
    descs: 'createTime',
    ...(ownerId === null ? {} : { ownerId }),
  };
  const { data } = useCall(resource, 'list', input);
  const tasks = data?.records.filter(({ submitCount }) => submitCount > 0);
  return (
    <Select
      className="kit-fill"
      aria-label={t({ zh: '上次名单', en: 'Earlier list' })}
      placeholder={t({ zh: '选择以前的检测任务', en: 'Choose an earlier check' })}
      notFoundContent={t({ zh: '没有可用的名单', en: 'No check with a list yet' })}
      loading={tasks === undefined}
      value={value?.id ?? null}
      onChange={(id) => onChange(tasks?.find((task) => task.id === id) ?? null)}
      options={(tasks ?? []).map(({ id, taskName, taskNo, countryCode, submitCount }) => ({
        value: id,
        label: t(
          { zh: '{name} · {country} · {n} 个号码 · {no}', en: '{name} · {country} · {n} {n|number|numbers} · {no}' },
          { name: taskName, country: countryCode ?? '', n: countText(submitCount), no: taskNo },
        ),
      }))}
    />
  );
}
