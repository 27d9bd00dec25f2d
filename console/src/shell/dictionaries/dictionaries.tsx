import { dict } from '@trade-assistant/contract/areas/system/dict.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { ComponentType } from 'react';
import { dictionaryOptions } from '../../features/dictionaries/page.tsx';
import { useSession } from '../../kit/client/session.ts';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { useIsNarrow } from '../../kit/use-media.ts';
import styles from './dictionaries.module.css';
import { DictionaryList } from './dictionary-list.tsx';
import { ReadOnly } from './read-only.tsx';
import '../../kit/list/list.css';

type Filters = Readonly<Record<string, string>>;

interface ChosenProps {
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
}

/** The list of entries is of the dictionary that its address names as their parent. */
function Chosen({ filters, onSearch }: ChosenProps) {
  return <DictionaryList chosen={filters['parentId']} onChoose={(parentId) => onSearch({ parentId })} />;
}

function ChosenAbove({ onlyNarrow, ...props }: ChosenProps & { onlyNarrow: boolean }) {
  const isNarrow = useIsNarrow();
  if (onlyNarrow && !isNarrow) return null;
  return (
    <div className={styles.parts} data-arrangement="stacked">
      <Chosen {...props} />
    </div>
  );
}

/** A page of the dictionaries and of the entries of the one that is chosen, side by side or one above the other. */
export function dictionariesPage(path: string, title: Text, arrangement: 'side-by-side' | 'stacked'): ComponentType {
  const isBeside = arrangement === 'side-by-side';
  const Managed = resourcePage(
    { ...dict, title },
    {
      ...dictionaryOptions,
      path,
      ...(isBeside
        ? {
            aside: (props: ChosenProps) => (
              <aside className={`kit-aside ${styles.beside}`}>
                <Chosen {...props} />
              </aside>
            ),
          }
        : {}),
      summary: (props: ChosenProps) => <ChosenAbove {...props} onlyNarrow={isBeside} />,
    },
  );
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, at its top level, so the component's identity is stable
  return function Dictionaries() {
    const canView = useCan('system/dict:view');
    const isPlatform = useSession(({ user }) => user?.tenantId === PLATFORM_TENANT);
    return canView && isPlatform ? <Managed /> : <ReadOnly title={title} arrangement={arrangement} />;
  };
}
