import { payoutKind } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { payoutChannel } from '@trade-assistant/contract/areas/user/payout-channel.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Radio from 'antd/es/radio';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { useCall } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import styles from './pay-out.module.css';
import { outcomeText } from './payout-texts.ts';
import { PayoutsTable } from './payouts-table.tsx';
import type { WithdrawalResource } from './resources.ts';

interface PayOutProps {
  readonly resource: WithdrawalResource;
  readonly rows: readonly WireRowOf<WithdrawalResource>[];
  readonly onClose: () => void;
}

/** Sends the money of withdrawals by one of the channels. */
export default function PayOut({ resource, rows, onClose }: PayOutProps) {
  const t = useText();
  const locale = useLocale();
  const { data, error, refetch } = useCall(payoutChannel, 'choices', {});
  const [code, setCode] = useState<string>();
  const chosen = data?.find(({ channelCode }) => channelCode === code) ?? data?.[0];
  return (
    <FormDialog
      title={t({ zh: '代付', en: 'Pay out' })}
      content={
        <div className={styles.form ?? ''}>
          <PayoutsTable rows={rows} />
          {error && <ListProblem error={error} onRetry={() => void refetch()} />}
          {data?.length === 0 && (
            <Alert
              type="info"
              showIcon
              title={t({ zh: '还没有可用的代付通道', en: 'No payout channel available' })}
              action={<Link to="/user/payout-channel/index">{t({ zh: '去添加', en: 'Add channel' })}</Link>}
            />
          )}
          <Radio.Group
            aria-label={t({ zh: '代付通道', en: 'Channel' })}
            value={chosen?.channelCode}
            onChange={({ target }) => setCode(target.value)}
            options={(data ?? []).map(({ channelCode, channelName, channelNameEn }) => ({
              value: channelCode,
              label: locale === 'zh' ? channelName : channelNameEn,
            }))}
          />
          {chosen?.channelKind === payoutKind.is.sandbox && (
            <Alert
              type="warning"
              showIcon
              title={t({ zh: '沙箱只作演示，不会真正打款', en: 'Sandbox, for demonstration: no money is sent' })}
            />
          )}
        </div>
      }
      width={640}
      submitText={t({ zh: '确认代付', en: 'Confirm payout' })}
      isDisabled={!chosen}
      onSubmit={async (_values, idempotencyKey) => {
        const input = { ids: rows.map(({ id }) => id).join(','), type: chosen?.channelCode ?? '' };
        const moved = await call(resource, 'third-channel', input, { idempotencyKey });
        showSuccess(
          outcomeText(rows, moved, {
            zh: '已提交代付 {what}，结果会自动更新',
            en: 'Payout submitted: {what}. The result appears here automatically',
          }),
        );
      }}
      invalidates={['agent/withdrawal']}
      onClose={onClose}
    />
  );
}
