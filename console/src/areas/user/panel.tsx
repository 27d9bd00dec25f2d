import { appUser, PANEL_CONSENT_VERSION } from '@trade-assistant/contract/areas/user/app-user.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { confirm, showSuccess } from '../../kit/feedback.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { Figures } from '../../kit/parts/figures.tsx';
import { Problem } from '../../kit/parts/problem.tsx';
import { PanelTasks } from './panel/panel-tasks.tsx';

const words = {
  title: { zh: '我的面板', en: 'My panel' },
  help: { zh: '用自己的号码验证消息送达', en: 'Verify the delivery of messages with your own number' },
  consent: {
    zh: '加入后，您的号码会收到测试消息；收到或没有收到，请在 24 小时内如实反馈。审核通过的反馈有奖励。您可以随时撤回授权，已得的奖励保留。',
    en: 'Once you join, your number receives test messages. Report truthfully within 24 hours whether they arrived; approved reports are rewarded. You can withdraw your consent at any time and keep your rewards.',
  },
  join: { zh: '我同意并加入', en: 'I agree and join' },
  joined: { zh: '已加入面板', en: 'You are a panel member' },
  leave: { zh: '撤回授权', en: 'Withdraw consent' },
  left: { zh: '授权已撤回', en: 'Consent withdrawn' },
  question: {
    zh: '撤回后您的号码不再收到测试消息。',
    en: 'Your number will not receive test messages any more.',
  },
  since: { zh: '授权于{time}', en: 'Consent given {time}' },
} as const;

/** The own page of a panel member: consent, results and tasks. */
export default function PanelPage() {
  const t = useText();
  const { data, error, refetch } = useCall(appUser, 'panel', {});
  return (
    <div className="kit-page">
      <div className="kit-title">
        <h1>{t(words.title)}</h1>
        <span className="kit-weak">{t(words.help)}</span>
      </div>
      {data ? (
        <Panel panel={data} />
      ) : error ? (
        <ListProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active title={false} />
      )}
    </div>
  );
}

function Panel({ panel }: { readonly panel: CallData<typeof appUser, 'panel', 'in'> }) {
  const t = useText();
  const locale = useLocale();
  const { isBusy, problem, attempt } = useAttempt();
  const isMember = panel.isMember === 1;
  const change = (isGiven: 0 | 1) =>
    attempt(async (idempotencyKey) => {
      await call(appUser, 'panel-consent', { isGiven, version: PANEL_CONSENT_VERSION }, { idempotencyKey });
      await invalidate(appUser);
      showSuccess(isGiven === 1 ? words.joined : words.left);
    });
  const leave = async () => {
    const question = { title: t(words.leave), content: t(words.question), okText: t(words.leave), isDangerous: true };
    if (await confirm(question)) await change(0);
  };
  return (
    <>
      <Figures
        items={[
          { label: { zh: '信用分', en: 'Trust score' }, value: panel.trustScore },
          { label: { zh: '任务', en: 'Tasks' }, value: panel.taskCount },
          { label: { zh: '通过', en: 'Approved' }, value: panel.approvedCount },
        ]}
      />
      <Alert
        role="note"
        type={isMember ? 'success' : 'info'}
        showIcon
        className="kit-alert"
        title={
          isMember && panel.consentTime
            ? t(words.since, { time: relativeTime(panel.consentTime, locale) })
            : t(words.help)
        }
        description={t(words.consent)}
        action={
          isMember ? (
            <Button danger loading={isBusy} onClick={() => void leave()}>
              {t(words.leave)}
            </Button>
          ) : (
            <Button type="primary" loading={isBusy} onClick={() => void change(1)}>
              {t(words.join)}
            </Button>
          )
        }
      />
      <Problem text={problem} />
      <PanelTasks />
    </>
  );
}
