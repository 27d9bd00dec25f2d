import { preOrderSkip } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { businessType, numberType } from '@trade-assistant/contract/dictionaries.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import styles from './pre-order.module.css';

/** Pre-orders in line for each kind of number, in the order in which arriving numbers are given to them. */
export default function Queue({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const { data, error } = useCall(preOrder, 'queue', {}, { staleMillis: 0 });
  return (
    <SidePanel title={t({ zh: '预定排队', en: 'Pre-order queue' })} width={760} onClose={onClose}>
      {error && <Alert type="error" showIcon title={messageOf(error)} />}
      {!data && !error && <Skeleton active />}
      {data?.length === 0 && (
        <p className="kit-weak">{t({ zh: '没有排队的预定单', en: 'No pre-orders are waiting' })}</p>
      )}
      {data?.map((kind) => (
        <section
          key={`${kind.businessType}:${kind.countryCode}:${kind.numberType}:${kind.capability}`}
          className={styles['kind']}
        >
          <h2>
            <CountryValue code={kind.countryCode} /> · <DictValue dictionary={businessType} value={kind.businessType} />
            {kind.numberType !== null && (
              <>
                {' · '}
                <DictValue dictionary={numberType} value={kind.numberType} />
              </>
            )}
          </h2>
          <p className="kit-weak">
            {t(
              {
                zh: '待交付 {waiting} 个，已锁定 {locked} 个；近 30 天日均入库 {perDay} 个',
                en: '{waiting} numbers awaited, {locked} locked; {perDay} moved to stock a day over 30 days',
              },
              {
                waiting: countText(kind.waiting),
                locked: countText(kind.locked),
                perDay: countText(Math.round(kind.perDay)),
              },
            )}
          </p>
          <div className={styles['scroll']}>
            <table className="kit-lines">
              <thead>
                <tr>
                  <th data-align="right">{t({ zh: '位置', en: 'Place' })}</th>
                  <th>{t({ zh: '预定单', en: 'Pre-order' })}</th>
                  <th>{t({ zh: '代理', en: 'Agent' })}</th>
                  <th data-align="right">{t({ zh: '待交付', en: 'Awaited' })}</th>
                  <th data-align="right">{t({ zh: '已锁定', en: 'Locked' })}</th>
                  <th>{t({ zh: '预计齐货', en: 'Expected' })}</th>
                  <th>{t({ zh: '最晚交付', en: 'Latest' })}</th>
                  <th>{t({ zh: '跳过原因', en: 'Skipped' })}</th>
                </tr>
              </thead>
              <tbody>
                {kind.preOrders.map((one) => (
                  <tr key={one.id}>
                    <td data-align="right" className="kit-number">
                      {one.place}
                    </td>
                    <td>
                      <Link to={`/whatsapp/pre-order/index?record=${one.id}`} onClick={onClose}>
                        {one.preOrderNo}
                      </Link>
                    </td>
                    <td>{one.agentName}</td>
                    <td data-align="right" className="kit-number">
                      {countText(one.waiting)}
                    </td>
                    <td data-align="right" className="kit-number">
                      {countText(one.locked)}
                    </td>
                    <td>{one.expectedOn ?? <Nothing />}</td>
                    <td>{one.latestDate}</td>
                    <td>
                      {one.skipReason === null ? (
                        <Nothing />
                      ) : (
                        <DictValue dictionary={preOrderSkip} value={one.skipReason} />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </SidePanel>
  );
}
