import { numberType } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { CountrySelect } from '../../kit/form/country-select.tsx';
import { DictSelect } from '../../kit/form/dict-select.tsx';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import type { Report } from './report.ts';

/** The type of all numbers of a kind of line, or the country of all numbers in ranges that countries share. */
export type Correction = { readonly lineType: number; readonly numberType: number } | { readonly countryCode: string };

interface DoubtsProps {
  readonly report: Report;
  readonly isBusy: boolean;
  readonly onCorrect: ((correction: Correction) => void) | undefined;
}

/** Valid numbers whose type or country is doubtful, with the choice that corrects them. */
export function Doubts({ report: { typeDoubts = [], sharedLines = 0 }, isBusy, onCorrect }: DoubtsProps) {
  const t = useText();
  return (
    <>
      {typeDoubts.map(({ lineType, count }) => (
        <TypeDoubt key={lineType} {...{ lineType, count, isBusy, onCorrect }} />
      ))}
      {sharedLines > 0 && (
        <SharedDoubt
          title={t(
            {
              zh: '{n} 个 +1 免费电话号码为北美各国共用，按美国计入，请核对国家',
              en: '{n} toll-free +1 numbers are shared by the countries of North America and counted as US; please check the country',
            },
            { n: countText(sharedLines) },
          )}
          {...{ isBusy, onCorrect }}
        />
      )}
    </>
  );
}

interface TypeDoubtProps extends Omit<DoubtsProps, 'report'> {
  readonly lineType: number;
  readonly count: number;
}

function TypeDoubt({ lineType, count, isBusy, onCorrect }: TypeDoubtProps) {
  const t = useText();
  const [type, choose] = useState<number | null>(likelyTypes[lineType] ?? null);
  return (
    <Doubt
      title={t(
        {
          zh: '{n} 个号码是{type}，与所选号码类型不符，请核对',
          en: '{n} numbers are {type}, which is not the chosen number type; please check',
        },
        { n: countText(count), type: t(lineTypes[lineType] ?? otherLine) },
      )}
      isBusy={isBusy}
      onCorrect={onCorrect && (() => type !== null && onCorrect({ lineType, numberType: type }))}
      isChosen={type !== null}
    >
      <DictSelect
        aria-label={t({ zh: '号码类型', en: 'Number type' })}
        dictionary={numberType}
        value={type}
        disabled={isBusy}
        onChange={choose}
      />
    </Doubt>
  );
}

function SharedDoubt({ title, isBusy, onCorrect }: Omit<DoubtsProps, 'report'> & { readonly title: string }) {
  const t = useText();
  const [country, choose] = useState<string | null>(null);
  return (
    <Doubt
      title={title}
      isBusy={isBusy}
      onCorrect={onCorrect && (() => country !== null && onCorrect({ countryCode: country }))}
      isChosen={country !== null}
    >
      <CountrySelect
        aria-label={t({ zh: '这些号码的国家', en: 'Country of these numbers' })}
        value={country}
        disabled={isBusy}
        onChange={choose}
      />
    </Doubt>
  );
}

interface DoubtProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly isChosen: boolean;
  readonly onCorrect: (() => void) | undefined;
  readonly children: ReactNode;
}

function Doubt({ title, isBusy, isChosen, onCorrect, children }: DoubtProps) {
  const t = useText();
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-alert"
      title={title}
      description={
        onCorrect && (
          <div className="kit-doubt">
            {/* Of fixed width: the open list would otherwise move the button away from a click. */}
            <span>{children}</span>
            <Button loading={isBusy} disabled={!isChosen} onClick={onCorrect}>
              {t({ zh: '更正', en: 'Correct' })}
            </Button>
          </div>
        )
      }
    />
  );
}

/** Names of the kinds of line, by the server's codes, within a sentence. */
const lineTypes: Readonly<Record<number, Text>> = {
  1: { zh: '手机号码', en: 'mobile numbers' },
  2: { zh: '固话号码', en: 'landline numbers' },
  3: { zh: '固话或手机号码', en: 'landline or mobile numbers' },
  4: { zh: '网络电话号码', en: 'VoIP numbers' },
  5: { zh: '免费电话号码', en: 'toll-free numbers' },
  6: { zh: '付费电话号码', en: 'premium-rate numbers' },
};
const otherLine: Text = { zh: '特殊号码', en: 'special numbers' };

/** The number type that a kind of line has most likely. */
const likelyTypes: Readonly<Record<number, number>> = {
  1: numberType.is.mobile,
  2: numberType.is.local,
  3: numberType.is.mobile,
  4: numberType.is.voip,
  5: numberType.is.tollFree,
};
