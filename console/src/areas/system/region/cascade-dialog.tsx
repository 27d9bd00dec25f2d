import { ROOT_REGION, region, regionLevel } from '@trade-assistant/contract/areas/system/region.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useText } from '../../../kit/i18n.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';
import styles from './region.module.css';

const { province, city, district } = regionLevel.entries;

/** Three selectors, each with the regions below the previous choice, as in address forms. */
export default function CascadeDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [codes, setCodes] = useState<readonly (string | null)[]>([null, null, null]);
  useFocusBack();
  const choose = (place: number, code: string | null) =>
    setCodes(codes.map((before, index) => (index < place ? before : index === place ? code : null)));
  const last = codes.findLast((code) => code !== null);
  return (
    <Modal
      open
      centered
      footer={null}
      title={t({ zh: '省市区联动', en: 'Province, city, district' })}
      onCancel={onClose}
    >
      <div className={styles.selects}>
        {[province, city, district].map((words, place) => (
          <Level
            key={words.value}
            words={words}
            parent={place === 0 ? ROOT_REGION : (codes[place - 1] ?? null)}
            value={codes[place] ?? null}
            onChange={(code) => choose(place, code)}
          />
        ))}
        <output>
          {t({ zh: '区划编号', en: 'Code' })}: {last ?? '–'}
        </output>
      </div>
    </Modal>
  );
}

interface LevelProps {
  readonly words: Text;
  /** Null while nothing is chosen above. */
  readonly parent: string | null;
  readonly value: string | null;
  readonly onChange: (code: string | null) => void;
}

function Level({ words, parent, value, onChange }: LevelProps) {
  const t = useText();
  const { data = [], isFetching } = useCall(
    region,
    'select',
    { code: parent ?? ROOT_REGION },
    { enabled: parent !== null },
  );
  return (
    <Select<string>
      className="kit-fill"
      allowClear
      showSearch={{ searchIcon: SEARCH_ICON, optionFilterProp: 'label' }}
      disabled={parent === null}
      loading={isFetching}
      placeholder={t(words)}
      aria-label={t(words)}
      options={parent === null ? [] : data.map(({ code, name }) => ({ value: code, label: name }))}
      value={value as string}
      onChange={(code) => onChange(code ?? null)}
    />
  );
}
