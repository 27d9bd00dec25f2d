import { type Flow, type FlowStep, START, stepFlow } from '@trade-assistant/contract/areas/sms/flow.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useText } from '../../../kit/i18n.ts';
import styles from './flow.module.css';

interface SimulatorProps {
  readonly flow: Flow;
  readonly repliesMax: number;
  /** Shows the node that replied. */
  readonly onNode: (id: string) => void;
}

const ENDS: Readonly<Record<FlowStep['after'], Text | null>> = {
  wait: null,
  person: { zh: '转人工', en: 'Handed over to a person' },
  end: { zh: '会话结束', en: 'The session ends' },
  none: { zh: '没有节点匹配，转人工', en: 'No node matches: handed over to a person' },
};
const STOPS: Readonly<Record<NonNullable<FlowStep['stopped']>, Text>> = {
  loop: {
    zh: '同一节点 6 小时内已到 3 次，停止自动回复',
    en: 'One node was reached three times in six hours: replies stop',
  },
  replies: { zh: '自动回复次数用尽', en: 'The automatic replies are used up' },
};

/** A phone on which a flow is tried; nothing is sent or charged. */
export function Simulator({ flow, repliesMax, onNode }: SimulatorProps) {
  const t = useText();
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  // The conversation is played again after each change of the flow.
  const steps = play(flow, texts, repliesMax);
  const last = steps.at(-1);
  const isOver = last !== undefined && (last.after === 'end' || last.after === 'person' || last.after === 'none');
  return (
    <section className={styles.phone} aria-label={t({ zh: '模拟手机', en: 'Simulated phone' })}>
      <div className={styles.screen} role="log" aria-live="polite">
        {texts.length === 0 && (
          <p className="kit-weak">{t({ zh: '像客户一样发一条短信试试', en: 'Write a text as a customer would' })}</p>
        )}
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the conversation is what a step is
          <div key={index} className={styles.turn}>
            <p className={styles.said}>{step.text}</p>
            {step.replies.map(({ node, text }, at) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: replies of a step keep their places
                key={at}
                type="button"
                className={styles.reply}
                onClick={() => onNode(node)}
                aria-label={`${text} (${node})`}
              >
                {text}
                <small>{node}</small>
              </button>
            ))}
            {step.stopped && <p className={styles.stop}>{t(STOPS[step.stopped])}</p>}
            {!step.stopped && ENDS[step.after] && <p className={styles.stop}>{t(ENDS[step.after] as Text)}</p>}
          </div>
        ))}
      </div>
      <form
        className={styles.type}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === '' || isOver) return;
          setTexts([...texts, typed]);
          setTyped('');
        }}
      >
        <Input
          value={typed}
          maxLength={300}
          disabled={isOver}
          aria-label={t({ zh: '短信内容', en: 'Text' })}
          placeholder={t({ zh: '短信内容', en: 'Text' })}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button htmlType="submit" disabled={isOver || typed.trim() === ''}>
          {t({ zh: '发送', en: 'Send' })}
        </Button>
        <Button type="text" disabled={texts.length === 0} onClick={() => setTexts([])}>
          {t({ zh: '重来', en: 'Start over' })}
        </Button>
      </form>
    </section>
  );
}

/** Plays a conversation, its texts a minute apart. */
function play(flow: Flow, texts: readonly string[], repliesMax: number): (FlowStep & { readonly text: string })[] {
  let state = START;
  return texts.map((text, index) => {
    const step = stepFlow(flow, state, text, index * 60_000, repliesMax);
    state = step.state;
    return { ...step, text };
  });
}
