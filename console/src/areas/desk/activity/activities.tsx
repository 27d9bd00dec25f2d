import { activity } from '@trade-assistant/contract/areas/app-manage/activity.ts';
import { activityStatus, activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { RuleLines } from '../../../features/activities/rule-lines.tsx';
import { LoadedMessage } from '../../../features/messages/reading.tsx';
import { picturesOf } from '../../../features/rich-texts/pictures-of.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Disclosure } from '../../../kit/parts/disclosure.tsx';
import { RichTextView } from '../../../kit/rich-text/rich-text-view.tsx';
import styles from './activity.module.css';

type Offer = CallData<typeof activity, 'current', 'in'>[number];

const pictures = picturesOf(activity);
const OBSTACLES: Readonly<Record<NonNullable<Offer['obstacle']>, Text>> = {
  claimed: { zh: '已领取', en: 'Claimed' },
  minimum: { zh: '未达到充值金额', en: 'Recharge more to claim it' },
  exhausted: { zh: '已领完', en: 'All claimed' },
};

/** The activities that are open to the user, with their own share. */
export function Activities() {
  const t = useText();
  const { data, error, refetch } = useCall(activity, 'current', {});
  return (
    <section className={styles.part} aria-labelledby="activities">
      <h2 id="activities">{t({ zh: '活动', en: 'Activities' })}</h2>
      <LoadedMessage isPending={!data} error={data ? null : error} onRetry={() => void refetch()}>
        {data?.length === 0 && (
          <p className="kit-weak">{t({ zh: '目前没有可参加的活动', en: 'No activities for you at the moment' })}</p>
        )}
        <div className={styles.cards}>
          {data?.map((offer) => (
            <Card key={offer.id} offer={offer} />
          ))}
        </div>
      </LoadedMessage>
    </section>
  );
}

function Card({ offer }: { offer: Offer }) {
  const t = useText();
  const title = t({ zh: offer.title, en: offer.titleEn });
  const content = t({ zh: offer.content ?? '', en: offer.contentEn || (offer.content ?? '') });
  const isComing = offer.status === activityStatus.is.scheduled;
  return (
    <article className={styles.card} aria-label={title}>
      {offer.cover && <img src={offer.cover} alt="" loading="lazy" />}
      <h3>{title}</h3>
      <p className="kit-weak">
        <DictValue dictionary={activityType} value={offer.activityType} /> ·{' '}
        {isComing ? t({ zh: '开始于', en: 'From' }) : t({ zh: '截止', en: 'Until' })}{' '}
        <TimeValue wire={isComing ? offer.startTime : offer.endTime} />
      </p>
      <div>
        <RuleLines type={offer.activityType} steps={offer.ruleJson} />
      </div>
      {offer.perUserLimit !== null && (
        <p>
          {t({ zh: '已获赠', en: 'Received' })} <MoneyValue wire={offer.received} /> /{' '}
          <MoneyValue wire={offer.perUserLimit} currency={BOOK_CURRENCY} />
        </p>
      )}
      {offer.activityType === activityType.is.coupon && !isComing && <Claim offer={offer} />}
      {content && (
        <Disclosure label={t({ zh: '活动说明', en: 'Details' })}>
          <RichTextView html={content} pictures={pictures} />
        </Disclosure>
      )}
    </article>
  );
}

function Claim({ offer: { id, canClaim, obstacle } }: { offer: Offer }) {
  const t = useText();
  const { isBusy, problem, attempt } = useAttempt();
  const claim = () =>
    void attempt(async (idempotencyKey) => {
      const { amount } = await call(activity, 'claim', { id }, { idempotencyKey });
      showSuccess({ zh: `已到账 ${amount} ${BOOK_CURRENCY}`, en: `${amount} ${BOOK_CURRENCY} received` });
      await invalidate(activity);
    });
  return (
    <div className={styles.claim}>
      <Button type="primary" disabled={!canClaim} loading={isBusy} onClick={claim}>
        {t({ zh: '领取', en: 'Claim' })}
      </Button>
      {obstacle && <span className="kit-weak">{t(OBSTACLES[obstacle])}</span>}
      {problem && (
        <span className="kit-bad" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
