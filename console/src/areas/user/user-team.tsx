import { userTeam } from '@trade-assistant/contract/areas/user/user-team.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { useCall } from '../../kit/client/query.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Teams of app users with members and monthly figures. */
export default resourcePage(userTeam, {
  list: 'page',
  leading: ['teamName', 'leaderName', 'memberCount', 'monthDone', 'monthTarget', 'approvedRate', 'status'],
  columns: { monthDone: { render: ({ monthDone, monthTarget }) => <Done done={monthDone} target={monthTarget} /> } },
  unmentioned: ['leaderId', 'agentId'],
  tabs: [
    {
      key: 'months',
      label: { zh: '月度统计', en: 'Monthly figures' },
      render: ({ id }) => <Months key={id} id={id} />,
    },
  ],
});

/** The approved tasks of the month; green once the target is reached. */
function Done({ done, target }: { readonly done: number; readonly target: number }) {
  const isReached = target > 0 && done >= target;
  return <span className={isReached ? 'kit-good' : undefined}>{done.toLocaleString('en-US')}</span>;
}

function Months({ id }: { readonly id: string }) {
  const t = useText();
  const { data } = useCall(userTeam, 'months', { id });
  return (
    <table className="kit-lines" aria-busy={data === undefined}>
      <thead>
        <tr>
          <th>{t({ zh: '月份', en: 'Month' })}</th>
          <th data-align="right">{t({ zh: '成员', en: 'Members' })}</th>
          <th data-align="right">{t({ zh: '通过', en: 'Approved' })}</th>
          <th data-align="right">{t({ zh: '驳回', en: 'Rejected' })}</th>
          <th data-align="right">{t({ zh: '通过率', en: 'Approval rate' })}</th>
          <th data-align="right">{t({ zh: '成员奖励', en: 'Rewards' })}</th>
        </tr>
      </thead>
      <tbody>
        {data?.map(({ month, members, approved, rejected, approvedRate, reward }) => (
          <tr key={month}>
            <td>{month}</td>
            <td data-align="right">{members}</td>
            <td data-align="right">{approved}</td>
            <td data-align="right">{rejected}</td>
            <td data-align="right">{approvedRate === null ? '–' : `${approvedRate}%`}</td>
            <td data-align="right">
              <MoneyValue wire={reward} currency={BOOK_CURRENCY} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
