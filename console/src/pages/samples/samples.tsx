import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import InputNumber from 'antd/es/input-number';
import Progress from 'antd/es/progress';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import Tag from 'antd/es/tag';
import { useMemo, useState } from 'react';
import { Chart, type ChartOption } from '../../kit/chart/chart.tsx';
import { confirm, showError, showSuccess, showWarning } from '../../kit/feedback.tsx';
import { Copyable } from '../../kit/fields/copy.tsx';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { PhoneValue } from '../../kit/fields/phone.tsx';
import { Status } from '../../kit/fields/status.tsx';
import { useText } from '../../kit/i18n.ts';
import { ownColumn } from '../../kit/list/table/columns.tsx';
import { ListTable } from '../../kit/list/table/list-table.tsx';
import { Figures } from '../../kit/parts/figures.tsx';
import { SidePanel } from '../../kit/parts/side-panel.tsx';
import { isRecord, usePersistedState } from '../../kit/persisted-state.ts';
import { GrantSample } from './grant-sample.tsx';
import { HistorySample } from './history-sample.tsx';
import { FormSample, InputSample } from './input-sample.tsx';
import { FunnelSample, MessageSample, SmsSample, TemplateSample } from './message-sample.tsx';
import { ReviewSample } from './review-sample.tsx';
import { Sample } from './sample.tsx';
import styles from './samples.module.css';
import { sampleWords as words } from './words.ts';

const tones: readonly Tone[] = ['waiting', 'running', 'good', 'attention', 'bad', 'off'];

const rows = [
  { id: '1', phone: '12125550123', amount: '1280.50', tone: 'good' },
  { id: '2', phone: '12125550147', amount: '-36.125', tone: 'waiting' },
  { id: '3', phone: '442079460958', amount: '0.004200', tone: 'bad' },
] as const;
type SampleRow = (typeof rows)[number];

const columns = [
  ownColumn<SampleRow>('phone', {
    title: words.phone,
    wraps: false,
    render: ({ phone }) => <PhoneValue number={phone} />,
  }),
  ownColumn<SampleRow>('amount', {
    title: words.amount,
    align: 'right',
    wraps: false,
    render: ({ amount }) => <MoneyValue wire={amount} />,
  }),
  ownColumn<SampleRow>('state', {
    title: words.state,
    wraps: false,
    render: ({ tone }) => <Status tone={tone} words={words[tone]} />,
  }),
  ownColumn<SampleRow>('number', {
    title: words.number,
    wraps: false,
    render: ({ id }) => <Copyable text={`T2501${id}`} />,
  }),
];

const week = [12, 18, 9, 24, 31, 28, 40];

/** The parts of screens in use, to check a theme, a font or a zoom at one glance. */
export default function Samples() {
  const t = useText();
  const [isPanelOpen, setPanelOpen] = useState(false);
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t(words.title)}</h1>
        <span className="kit-weak">{t(words.help)}</span>
      </header>
      <div className={styles.grid}>
        <Sample title={words.buttons}>
          <div className={styles.line}>
            <Button type="primary">{t(words.primary)}</Button>
            <Button>{t(words.plain)}</Button>
            <Button type="dashed">{t(words.dashed)}</Button>
            <Button type="text">{t(words.text)}</Button>
            <Button type="link">{t(words.link)}</Button>
            <Button danger>{t(words.danger)}</Button>
            <Button type="primary" danger>
              {t(words.danger)}
            </Button>
            <Button type="primary" disabled>
              {t(words.disabled)}
            </Button>
            <Button type="primary" loading>
              {t(words.busy)}
            </Button>
          </div>
        </Sample>
        <Sample title={words.answers}>
          <div className={styles.line}>
            <Button onClick={() => showSuccess(words.succeeded)}>{t(words.success)}</Button>
            <Button onClick={() => showWarning(words.warned)}>{t(words.warning)}</Button>
            <Button onClick={() => showError(new Error(t(words.failed)))}>{t(words.failure)}</Button>
            <Button onClick={() => void confirm({ title: t(words.sure), okText: t(words.primary) })}>
              {t(words.question)}
            </Button>
            <Button onClick={() => setPanelOpen(true)}>{t(words.panel)}</Button>
          </div>
          <Alert type="info" showIcon title={t(words.told)} />
          <Alert type="warning" showIcon title={t(words.warned)} />
          <Alert type="error" showIcon title={t(words.failed)} />
          {isPanelOpen ? (
            <SidePanel title={t(words.panel)} width={480} onClose={() => setPanelOpen(false)}>
              <Form name="panel" />
            </SidePanel>
          ) : null}
        </Sample>
        <Sample title={words.states}>
          <div className={styles.line}>
            {tones.map((tone) => (
              <Status key={tone} tone={tone} words={words[tone]} />
            ))}
          </div>
          <div className={styles.line}>
            <Tag>{t(words.plain)}</Tag>
            <Tag color="error">{t(words.bad)}</Tag>
          </div>
          <Progress percent={42} aria-label={t(words.running)} />
          <Progress percent={100} aria-label={t(words.good)} />
          <Progress percent={70} status="exception" aria-label={t(words.bad)} />
        </Sample>
        <Sample title={words.form}>
          <Form name="form" />
        </Sample>
        <Sample title={words.figures}>
          <Figures
            items={[
              { label: words.numbers, value: '12,480' },
              { label: words.income, value: <MoneyValue wire="98600.75" currency="USD" />, tone: 'good' },
              { label: words.losses, value: <MoneyValue wire="-1240.5" currency="USD" />, tone: 'bad' },
            ]}
          />
        </Sample>
        <Sample title={words.chart}>
          <Week />
        </Sample>
        <Sample title={words.table} isWide>
          <div className="kit-table kit-table-frame">
            <ListTable label={t(words.table)} columns={columns} rows={rows} shown={rows} />
          </div>
        </Sample>
        <FormSample />
        <InputSample />
        <GrantSample />
        <HistorySample />
        <MessageSample />
        <SmsSample />
        <TemplateSample />
        <FunnelSample />
        <ReviewSample />
      </div>
    </div>
  );
}

/** The values of the controls. */
interface Typed {
  readonly text?: string;
  readonly wrong?: string;
  readonly amount?: number | null;
  readonly state?: Tone | undefined;
  readonly states?: Tone[];
  readonly switches?: readonly [boolean, boolean];
  readonly boxes?: readonly [boolean, boolean];
  readonly radio?: Tone;
}

const isTyped = (value: unknown): value is Typed =>
  isRecord(value) && [value['states'], value['switches'], value['boxes']].every((list) => !list || Array.isArray(list));

/** Controls with their own state, which shows whether a tab keeps it. */
function Form({ name }: { name: string }) {
  const t = useText();
  const [typed, keep] = usePersistedState<Typed>(name, {}, isTyped);
  const change = (part: Typed) => keep({ ...typed, ...part });
  const choices = tones.map((tone) => ({ value: tone, label: t(words[tone]) }));
  const [[good, off], [ticked, unticked]] = [typed.switches ?? [true, false], typed.boxes ?? [true, false]];
  return (
    <div className={styles.form}>
      <Input
        value={typed.text ?? ''}
        onChange={({ target }) => change({ text: target.value })}
        placeholder={t(words.typeHere)}
        aria-label={t(words.typeHere)}
      />
      <Input disabled value={t(words.disabled)} aria-label={t(words.disabled)} />
      <Input
        status="error"
        value={typed.wrong ?? t(words.wrong)}
        onChange={({ target }) => change({ wrong: target.value })}
        aria-label={t(words.wrong)}
      />
      <InputNumber
        className="kit-fill"
        min={0}
        value={typed.amount ?? null}
        onChange={(amount) => change({ amount })}
        placeholder={t(words.amount)}
        aria-label={t(words.amount)}
      />
      <Select<Tone | null>
        allowClear
        value={typed.state ?? null}
        onChange={(state) => change({ state: state ?? undefined })}
        options={choices}
        placeholder={t(words.state)}
        aria-label={t(words.state)}
      />
      <Select<Tone[]>
        mode="multiple"
        value={typed.states ?? []}
        onChange={(states) => change({ states })}
        options={choices}
        placeholder={t(words.states)}
        aria-label={t(words.states)}
      />
      <div className={styles.line}>
        <Switch checked={good} onChange={(on) => change({ switches: [on, off] })} aria-label={t(words.good)} />
        <Switch checked={off} onChange={(on) => change({ switches: [good, on] })} aria-label={t(words.off)} />
        <Checkbox checked={ticked} onChange={({ target }) => change({ boxes: [target.checked, unticked] })}>
          {t(words.good)}
        </Checkbox>
        <Checkbox checked={unticked} onChange={({ target }) => change({ boxes: [ticked, target.checked] })}>
          {t(words.off)}
        </Checkbox>
        <Radio.Group
          value={typed.radio ?? 'good'}
          onChange={({ target }) => change({ radio: target.value })}
          options={choices.slice(2, 4)}
        />
      </div>
    </div>
  );
}

function Week() {
  const t = useText();
  const option = useMemo<ChartOption>(
    () => ({
      grid: { top: 16, right: 8, bottom: 8, left: 8 },
      xAxis: { type: 'category', data: week.map((_, day) => String(day + 1)) },
      yAxis: { type: 'value' },
      series: [{ type: 'bar', data: week }],
    }),
    [],
  );
  return <Chart option={option} height={200} label={t(words.chart)} />;
}
