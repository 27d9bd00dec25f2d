import { numberHistory } from '@trade-assistant/contract/areas/desk/number-history.ts';
import { lineType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { PhoneValue } from '../../../kit/fields/phone.tsx';
import { DictValue, Status } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import styles from './events.module.css';

const FileClaim = lazyWithRetry(() => import('../../../features/warranty/file-claim.tsx'));
const OpenClaims = lazyWithRetry(() => import('../../../features/warranty/open-claims.tsx'));

type History = CallData<typeof numberHistory, 'detail', 'in'>;
type Event = History['events'][number];

/** A number and its events, the newest first. */
export function NumberEvents({ asked }: { asked: CallInput<typeof numberHistory, 'detail', 'in'> }) {
  const t = useText();
  const { data, error, isPending, refetch } = useCall(numberHistory, 'detail', asked);
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { number, countryCode, lineType: type, events, more, claims } = data;
  return (
    <>
      <header className={styles.head}>
        <h2>
          <PhoneValue number={number} />
        </h2>
        {countryCode && <CountryValue code={countryCode} />}
        {type !== null && <DictValue dictionary={lineType} value={type} />}
        <ClaimButtons {...claims} />
      </header>
      {events.length === 0 && (
        <p className="kit-weak">
          {t({
            zh: '没有您可查看的记录：该号码未入库、未检测，也未被屏蔽。',
            en: 'No records that you may see: the number is not in stock, was not checked and is not suppressed.',
          })}
        </p>
      )}
      <ol className={styles.events}>
        {events.map((event) => (
          <EventLine key={`${event.resource} ${event.id} ${event.time}`} event={event} />
        ))}
      </ol>
      {more.length > 0 && (
        <p className="kit-weak">
          {t(
            { zh: '更早的记录未显示：{lists}', en: 'Older records are not shown: {lists}' },
            { lists: more.join(' · ') },
          )}
        </p>
      )}
    </>
  );
}

/** Opens the forms of claims with the number filled in, where the reader can file one about it. */
function ClaimButtons({ warranty, supplier }: History['claims']) {
  const t = useText();
  const [opened, open] = useState<'warranty' | 'supplier'>();
  const close = () => open(undefined);
  return (
    <>
      {warranty !== null && (
        <Button onClick={() => open('warranty')}>{t({ zh: '申请质保', en: 'File a claim' })}</Button>
      )}
      {supplier !== null && (
        <Button onClick={() => open('supplier')}>{t({ zh: '向供应商索赔', en: 'Claim on supplier' })}</Button>
      )}
      <DialogLoadBoundary onFailed={close}>
        {opened === 'warranty' && <FileClaim numbers={warranty ?? ''} onClose={close} />}
        {opened === 'supplier' && <OpenClaims numbers={supplier ?? ''} onClose={close} />}
      </DialogLoadBoundary>
    </>
  );
}

function EventLine({ event: { title, screen, id, name, time, facts } }: { event: Event }) {
  const state = facts.find(({ tone }) => tone);
  return (
    <li>
      <div className={styles.line}>
        <TimeValue wire={time} />
        <Link to={`/${screen}/index?record=${id}`}>{name ? `${title} · ${name}` : title}</Link>
        {state && <Status tone={state.tone} words={{ zh: state.value, en: state.value }} />}
      </div>
      <dl>
        {facts
          .filter((fact) => fact !== state)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
