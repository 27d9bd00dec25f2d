import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { CountryValue, countryName } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { aboutTime } from '../../../kit/fields/time.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { Stepper } from '../../../kit/parts/stepper.tsx';
import { TotalLine, TotalLines } from '../../../kit/parts/total-lines.tsx';
import { BalanceLow } from '../../payments/balance-low.tsx';
import { NoPrice } from '../../prices/no-price.tsx';
import type { OrderResource } from '../types.ts';
import styles from './new-order.module.css';

export type Summary = CallData<OrderResource, 'summary', 'in'>;

const EXACT = 6;
/** Lines with problems that are shown before the rest is asked for. */
const PROBLEMS_SHOWN = 10;

interface OrderCheckProps {
  readonly summary: Summary;
  /** The orders, in words. */
  readonly service: string;
  /** Takes the numbers of countries out of the draft; without it they cannot be taken out now. */
  readonly onLeaveOut: ((countryCodes: readonly string[]) => void) | undefined;
  /** Without values, with the samples of the template. */
  readonly preview: (values?: Readonly<Record<string, string>>) => ReactNode;
}

/** A draft before it is confirmed: price and time, lines that cannot be sent, and the message of the first recipients. */
export function OrderCheck({ summary, service, onLeaveOut, preview }: OrderCheckProps) {
  const t = useText();
  const [at, setAt] = useState(0);
  const sample = summary.samples[at];
  return (
    <div className={styles.columns}>
      <div>
        {summary.problem && <Alert type="error" showIcon className="kit-alert" title={summary.problem} />}
        {summary.unpriced.length > 0 && (
          <NoPrice countryCodes={summary.unpriced} service={service}>
            <Button size="small" disabled={!onLeaveOut} onClick={() => onLeaveOut?.(summary.unpriced)}>
              {t(
                { zh: '排除这 {n} 个号码', en: 'Leave {n} {n|number|numbers} out' },
                { n: countText(unpricedLines(summary)) },
              )}
            </Button>
          </NoPrice>
        )}
        {summary.needsReview && (
          <Alert
            type="info"
            showIcon
            className="kit-alert"
            title={t({
              zh: '提交后由平台审核，通过后自动发送',
              en: 'Staff review this order; it is sent once they approve it',
            })}
          />
        )}
        <Markets summary={summary} />
        <Price summary={summary} />
        <Problems summary={summary} />
      </div>
      <aside>
        {sample ? (
          <>
            <Stepper count={summary.samples.length} index={at} onIndex={setAt}>
              {sample.number}
            </Stepper>
            {preview(sample.params)}
          </>
        ) : (
          preview()
        )}
      </aside>
    </div>
  );
}

const unpricedLines = ({ lanes, unpriced }: Summary): number =>
  lanes.reduce((sum, lane) => sum + (unpriced.includes(lane.countryCode) ? lane.lines : 0), 0);

function Price({
  summary: { lanes, total, currency, balance, enough, estimatedSeconds, isOnSubmit },
}: {
  readonly summary: Summary;
}) {
  const t = useText();
  const money = (wire: string | null) =>
    wire === null ? '–' : <MoneyValue wire={wire} currency={currency ?? undefined} decimals={EXACT} />;
  const lines = lanes.reduce((sum, lane) => sum + lane.lines, 0);
  const units = lanes.reduce((sum, lane) => sum + lane.units, 0);
  const isByPart = units !== lines;
  return (
    <>
      <table className="kit-lines">
        <thead>
          <tr>
            <th scope="col">{t({ zh: '国家', en: 'Country' })}</th>
            <th scope="col" data-align="right">
              {t({ zh: '收件人', en: 'Recipients' })}
            </th>
            {isByPart && (
              <th scope="col" data-align="right">
                {t({ zh: '条数', en: 'Parts' })}
              </th>
            )}
            <th scope="col" data-align="right">
              {t({ zh: '单价', en: 'Unit price' })}
            </th>
            <th scope="col" data-align="right">
              {t({ zh: '金额', en: 'Amount' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => (
            <tr key={lane.countryCode}>
              <th scope="row">
                <CountryValue code={lane.countryCode} />
              </th>
              <td data-align="right" className="kit-number">
                {countText(lane.lines)}
              </td>
              {isByPart && (
                <td data-align="right" className="kit-number">
                  {countText(lane.units)}
                </td>
              )}
              <td data-align="right">{money(lane.unitPrice)}</td>
              <td data-align="right">{money(lane.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <TotalLines>
        <TotalLine label={t({ zh: '收件人', en: 'Recipients' })}>{countText(lines)}</TotalLine>
        {isByPart && <TotalLine label={t({ zh: '条数', en: 'Parts' })}>{countText(units)}</TotalLine>}
        <TotalLine label={t({ zh: '预计用时', en: 'Estimated time' })}>{aboutTime(estimatedSeconds, t)}</TotalLine>
        <TotalLine label={t({ zh: '冻结金额', en: 'Amount to hold' })} isMain>
          {money(total)}
        </TotalLine>
        <TotalLine label={t({ zh: '可用余额', en: 'Balance' })}>{money(balance)}</TotalLine>
      </TotalLines>
      <p className="kit-weak">
        {isOnSubmit
          ? t({
              zh: '先冻结全部金额，提交成功即扣费（无论是否送达），未提交的退回。',
              en: 'The whole amount is held first; messages are charged when the provider takes them, delivered or not. The rest is returned.',
            })
          : t({
              zh: '先冻结全部金额，只对送达的消息扣费，其余退回。',
              en: 'The whole amount is held first; only delivered messages are charged, the rest is returned.',
            })}
      </p>
      {!enough && total !== null && <BalanceLow title={t({ zh: '余额不足', en: 'Balance too low' })} />}
    </>
  );
}

/** Why all numbers of a country are left out, and the way out. */
const MARKETS: Readonly<Record<Summary['markets'][number]['reason'], Text>> = {
  blocked: {
    zh: '{country}：{n} 个号码不会发送。平台不允许向该国家发送，如需开通请联系平台。',
    en: '{n} {n|number|numbers} in {country} will not be sent: your platform does not allow messages to this country. Ask it to open the country.',
  },
  unserved: {
    zh: '{country}：{n} 个号码不会发送。WhatsApp 在该国家不提供服务，可改用短信。',
    en: '{n} {n|number|numbers} in {country} will not be sent: WhatsApp does not serve this country. Send them a text message instead.',
  },
  marketing: {
    zh: '{country}：{n} 个号码不会发送。WhatsApp 不接受发往该国家的营销模板，请改用服务类模板。',
    en: '{n} {n|number|numbers} in {country} will not be sent: WhatsApp takes no marketing template to this country. Use a utility template.',
  },
};

function Markets({ summary: { markets } }: { readonly summary: Summary }) {
  const t = useText();
  const locale = useLocale();
  return markets.map(({ countryCode, lines, reason }) => (
    <Alert
      key={countryCode}
      type="warning"
      showIcon
      className="kit-alert"
      title={t(MARKETS[reason], { country: countryName(countryCode, locale), n: countText(lines) })}
    />
  ));
}

function Problems({ summary: { reasons, problems, lanes } }: { readonly summary: Summary }) {
  const t = useText();
  const [areAllShown, showAll] = useState(false);
  const count = reasons.reduce((sum, { lines }) => sum + lines, 0);
  if (count === 0)
    return lanes.length === 0 ? null : (
      <p className="kit-weak" role="status">
        {t({ zh: '所有行都可以发送', en: 'Every line can be sent' })}
      </p>
    );
  const shown = areAllShown ? problems : problems.slice(0, PROBLEMS_SHOWN);
  return (
    <section>
      <h2 className="kit-heading">
        {t(
          { zh: '{n} 行不会发送，不收费', en: '{n} {n|line|lines} will not be sent, free of charge' },
          { n: countText(count) },
        )}
      </h2>
      <p className="kit-tags">
        {reasons.map(({ reason, lines }) => (
          <span key={reason} className="kit-tag">
            <DictValue dictionary={numberReject} value={reason} /> {countText(lines)}
          </span>
        ))}
      </p>
      <table className="kit-lines">
        <thead>
          <tr>
            <th scope="col">{t({ zh: '行号', en: 'Line' })}</th>
            <th scope="col">{t({ zh: '内容', en: 'Content' })}</th>
            <th scope="col">{t({ zh: '原因', en: 'Reason' })}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ lineNo, number, reason, detail }) => (
            <tr key={lineNo}>
              <td className="kit-number">{countText(lineNo)}</td>
              <td>{number}</td>
              <td>
                <DictValue dictionary={numberReject} value={reason} />{' '}
                {detail && <span className="kit-weak">{detail}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!areAllShown && problems.length > PROBLEMS_SHOWN && (
        <button type="button" className="kit-link kit-flush" onClick={() => showAll(true)}>
          {t({ zh: '显示前 {n} 行', en: 'Show the first {n}' }, { n: countText(problems.length) })}
        </button>
      )}
    </section>
  );
}
