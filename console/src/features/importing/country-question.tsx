import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Radio from 'antd/es/radio';
import { useState } from 'react';
import { CountryValue } from '../../kit/fields/country.tsx';
import { CountrySelect } from '../../kit/form/country-select.tsx';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import type { Report } from './report.ts';
import './importing.css';

/** How to read the lines whose country is unclear. */
export type ReadAs = { readonly countryCode: string } | { readonly international: 1 };

interface CountryQuestionProps {
  readonly unclear: NonNullable<Report['unclear']>;
  readonly isBusy: boolean;
  readonly onAnswer: (readAs: ReadAs) => void;
}

/** Countries offered besides the selection of any country. */
const OFFERED = 4;
const INTERNATIONAL = 'international';
const OTHER = 'other';

/** Asks for the country of lines without calling code and country, with the likely countries first. */
export function CountryQuestion({ unclear, isBusy, onAnswer }: CountryQuestionProps) {
  const t = useText();
  const [chosen, choose] = useState<string | null>(null);
  const [other, setOther] = useState<string | null>(null);
  const { lines, samples, international, national } = unclear;
  const offered = national.slice(0, OFFERED);
  const countryCode = chosen === OTHER ? other : chosen;
  return (
    <div className="kit-unclear">
      <Alert
        type="warning"
        showIcon
        title={t(
          {
            zh: '{n} 行号码没有国家码，无法确定属于哪个国家。请选择后继续，目前尚未导入任何号码。',
            en: 'The country of {n} lines is unclear because they have no calling code. Choose it to continue; nothing was imported yet.',
          },
          { n: countText(lines) },
        )}
        description={
          <>
            {t({ zh: '例如', en: 'For example' })} <code>{samples.join(' · ')}</code>
          </>
        }
      />
      <Radio.Group
        aria-label={t({ zh: '号码的国家', en: 'Country of the numbers' })}
        value={chosen}
        disabled={isBusy}
        onChange={({ target }) => choose(target.value)}
      >
        {offered.map(({ countryCode: code, count }) => (
          <Radio key={code} value={code}>
            <CountryValue code={code} /> <Lines count={count} />
          </Radio>
        ))}
        {international.length > 0 && (
          <Radio value={INTERNATIONAL}>
            {t({ zh: '号码已含国家码：', en: 'The numbers contain the calling code: ' })}
            {international.slice(0, OFFERED).map(({ countryCode: code, count }) => (
              <span key={code}>
                <CountryValue code={code} /> <Lines count={count} />{' '}
              </span>
            ))}
          </Radio>
        )}
        <Radio value={OTHER}>{t({ zh: '其他国家', en: 'Another country' })}</Radio>
      </Radio.Group>
      {chosen === OTHER && (
        <CountrySelect
          aria-label={t({ zh: '其他国家', en: 'Another country' })}
          value={other}
          disabled={isBusy}
          onChange={setOther}
        />
      )}
      <Button
        type="primary"
        loading={isBusy}
        disabled={countryCode === null}
        onClick={() =>
          countryCode !== null && onAnswer(countryCode === INTERNATIONAL ? { international: 1 } : { countryCode })
        }
      >
        {t({ zh: '按所选国家检查', en: 'Check with this country' })}
      </Button>
    </div>
  );
}

function Lines({ count }: { count: number }) {
  const t = useText();
  return <span className="kit-weak">{t({ zh: '{n} 行', en: '{n} lines' }, { n: countText(count) })}</span>;
}
