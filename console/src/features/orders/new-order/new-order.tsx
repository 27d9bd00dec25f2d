import { problemWords } from '@trade-assistant/contract/line-rules.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Progress from 'antd/es/progress';
import Skeleton from 'antd/es/skeleton';
import Steps from 'antd/es/steps';
import { Suspense, useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../../kit/inline-load-boundary.tsx';
import { useSubmitKey } from '../../../kit/keys.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import { Stepper } from '../../../kit/parts/stepper.tsx';
import { readCheckWish } from '../../checks/classes.ts';
import { ConsentChoice } from '../../consents/consent-choice.tsx';
import { AgentChoice } from '../../list-tasks/agent-choice.tsx';
import { needed, StillNeeded } from '../../list-tasks/still-needed.tsx';
import { useListInput } from '../../list-tasks/use-list-input.ts';
import { useIsStaff } from '../../upline/use-is-staff.ts';
import { QuotaPanel } from '../quota-panel.tsx';
import type { Content, MessageChannel, Order } from '../types.ts';
import styles from './new-order.module.css';
import { OrderCheck } from './order-check.tsx';
import { NO_SETTINGS, OrderSettings, settingsToSend } from './order-settings.tsx';
import { Recipients } from './recipients.tsx';
import { type Sender, SenderChoice } from './sender-choice.tsx';
import { useNewOrder } from './use-new-order.ts';
import { ValueMapping } from './value-mapping.tsx';
import {
  isEachGiven,
  nameOf,
  problemsOf,
  sourcesOf,
  sourcesToSend,
  type ValueSources,
  valuesOf,
} from './value-sources.ts';

interface NewOrderProps {
  readonly channel: MessageChannel;
  /** A draft, or a rejected order, that is continued. */
  readonly order?: Order | undefined;
  /** The check in the address that opened the panel: its numbers are the list. */
  readonly check?: string | undefined;
  readonly onClose: () => void;
}

/** A new order in two steps: message and recipients, with a preview of the first lines; then price and problems before it is confirmed. */
export default function NewOrder({ channel, order: given, check: wish, onClose }: NewOrderProps) {
  const t = useText();
  const { orders: resource, noun, NewContent, OrderContent, DraftCheck } = channel;
  const isStaff = useIsStaff();
  const [agentId, setAgent] = useState<string | null>(null);
  const [sender, setSender] = useState<Sender | null>(null);
  const [content, setContent] = useState<Content | null>(null);
  const [chosen, choose] = useState<ValueSources>({});
  const [settings, set] = useState(NO_SETTINGS);
  const [consentId, setConsent] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const wished = readCheckWish(wish);
  const list = useListInput(resource, { given: wished });
  const asked = useCall(
    channel.checks,
    'detail',
    { id: wished?.id ?? '' },
    { enabled: wished !== null && list.check === null },
  );
  if (wished !== null && list.check === null && asked.data) {
    list.setCheck(asked.data);
    if (isStaff) setAgent(asked.data.ownerId);
  }
  const made = useNewOrder(resource, given, onClose);

  const parameters = content?.parameters ?? [];
  const sources = sourcesOf(parameters, list, chosen);
  const values = valuesOf(sources, list.rows[at] ?? []);
  const problems = list.rows.length > 0 ? problemsOf(parameters, values) : [];
  const isFilled =
    sender !== null &&
    content !== null &&
    list.input !== null &&
    isEachGiven(sources) &&
    (!isStaff || agentId !== null);
  const isChecking = made.draft !== null;
  const summary = made.summary.data;
  const canConfirm = summary !== undefined && summary.problem === null && summary.total !== null;

  const check = () => {
    if (!isFilled || sender === null) return;
    void made.save({
      senderId: sender.id,
      ...(agentId === null ? {} : { agentId }),
      ...(consentId === null ? {} : { consentId }),
      ...content.input,
      ...list.input,
      ...(parameters.length > 0 ? { values: sourcesToSend(sources) } : {}),
      ...settingsToSend(settings),
    });
  };
  const proceed = isChecking ? (canConfirm ? made.confirm : undefined) : isFilled ? check : undefined;
  useSubmitKey(made.isBusy ? undefined : proceed && (() => void proceed()));
  const preview = (shown?: Readonly<Record<string, string>>) =>
    content ? content.preview(shown) : made.order && <OrderContent order={made.order} values={shown} />;

  return (
    <SidePanel
      title={t({ zh: `新建${noun.zh}`, en: `New ${noun.en}` })}
      width={960}
      onClose={onClose}
      isClosable={!made.isBusy && !isFilled}
      footer={
        <>
          {isChecking && summary?.total != null && (
            <span className="kit-footer-note" aria-live="polite">
              <MoneyValue wire={summary.total} currency={summary.currency ?? undefined} decimals={6} />
            </span>
          )}
          {!isChecking && (
            <StillNeeded
              of={[
                isStaff && agentId === null && needed.agent,
                sender === null && needed.sender,
                content === null && channel.message,
                list.input === null && needed.list,
                !isEachGiven(sources) && needed.values,
              ]}
            />
          )}
          <CancelButton disabled={made.isBusy} />
          {isChecking && !given && (
            <Button disabled={made.isBusy} onClick={made.discard}>
              {t({ zh: '上一步', en: 'Back' })}
            </Button>
          )}
          <Button
            type="primary"
            loading={made.isBusy}
            disabled={!proceed}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void proceed?.()}
          >
            {isChecking
              ? summary?.needsReview
                ? t({ zh: '提交审核', en: 'Send for review' })
                : t({ zh: '确认发送', en: 'Confirm and send' })
              : t({ zh: '核对', en: 'Check' })}{' '}
            <kbd aria-hidden>Ctrl ↵</kbd>
          </Button>
        </>
      }
    >
      <Steps
        className="kit-alert"
        size="small"
        current={isChecking ? 1 : 0}
        items={[{ title: t({ zh: '填写', en: 'Fill in' }) }, { title: t({ zh: '核对并发送', en: 'Check and send' }) }]}
      />
      <Problem text={made.problem ?? made.readProblem} />
      {isChecking ? (
        <>
          {made.reading && !made.readProblem && <Reading reading={made.reading} />}
          {made.summary.error && <ListProblem error={made.summary.error} onRetry={() => void made.summary.refetch()} />}
          {DraftCheck && made.order?.isRead === 1 && (
            <InlineLoadBoundary>
              <Suspense fallback={<Skeleton active />}>
                <DraftCheck order={made.order} />
              </Suspense>
            </InlineLoadBoundary>
          )}
          {summary && (
            <OrderCheck
              summary={summary}
              service={t(resource.title)}
              onLeaveOut={made.isBusy ? undefined : (codes) => void made.leaveOut(codes)}
              preview={preview}
            />
          )}
          {summary && made.order?.senderId && (
            <QuotaPanel resource={resource} senderId={made.order.senderId} orderId={made.order.id} />
          )}
        </>
      ) : (
        <div className={styles.columns}>
          <Form layout="vertical" component="div" colon={false} disabled={made.isBusy}>
            {isStaff && (
              <AgentChoice
                value={agentId}
                onChange={(id) => {
                  setAgent(id);
                  list.setCheck(null);
                  setConsent(null);
                }}
              />
            )}
            <SenderChoice resource={resource} agentId={agentId} value={sender} onChange={setSender} />
            {sender && <QuotaPanel resource={resource} senderId={sender.id} needs={list.lines} />}
            {sender && (
              <InlineLoadBoundary>
                <Suspense fallback={<Skeleton active />}>
                  <NewContent
                    key={sender.id}
                    senderId={sender.id}
                    protocol={sender.protocol}
                    columns={list.columns}
                    samples={list.rows.map((cells) => valuesOf(sources, cells))}
                    onChange={setContent}
                  />
                </Suspense>
              </InlineLoadBoundary>
            )}
            <Recipients list={list} checks={channel.checks} ownerId={agentId} isBusy={made.isBusy} />
            <ValueMapping
              parameters={parameters}
              columns={list.columns}
              sources={sources}
              onChange={(key, source) => choose({ ...chosen, [key]: source })}
            />
            {(!isStaff || agentId !== null) && (
              <ConsentChoice key={agentId} ownerId={agentId} value={consentId} onChange={setConsent} />
            )}
            <OrderSettings value={settings} onChange={set} />
          </Form>
          <aside>
            {list.rows.length > 0 && (
              <Stepper count={list.rows.length} index={Math.min(at, list.rows.length - 1)} onIndex={setAt}>
                {list.rows[at]?.[list.numberColumn ?? 0]}
              </Stepper>
            )}
            {content?.preview(list.rows.length > 0 || list.source === 'check' ? values : undefined)}
            {problems.length > 0 && (
              <ul className={styles.problems} role="status">
                {problems.map(({ parameter, problem }) => (
                  <li key={parameter.key}>
                    {nameOf(parameter, t)} {t(problemWords[problem])}
                  </li>
                ))}
              </ul>
            )}
          </aside>
        </div>
      )}
    </SidePanel>
  );
}

/** How far the list of a draft is read. */
function Reading({ reading: { task } }: { readonly reading: NonNullable<ReturnType<typeof useNewOrder>['reading']> }) {
  const t = useText();
  return (
    <p role="status">
      <span>{t({ zh: '正在读取名单…', en: 'Reading the list…' })}</span>
      {task && task.total > 0 && <Progress percent={Math.floor((100 * task.done) / task.total)} size="small" />}
    </p>
  );
}
