import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import TextArea from 'antd/es/input/TextArea';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { useText } from '../i18n.ts';
import { useKeys } from '../keys.ts';
import { Pictures } from './pictures.tsx';
import { Problem } from './problem.tsx';
import { InSidePanel } from './side-panel.tsx';
import { type Decide, type Reviewed, useReview } from './use-review.ts';
import './review-queue.css';

interface ReviewQueueProps<I extends Reviewed> {
  readonly items: readonly I[];
  /** The claim of an item. */
  readonly facts: (item: I) => ReactNode;
  /** Addresses of pictures that prove it, shown beside. */
  readonly evidence: (item: I) => readonly string[];
  readonly onDecide: Decide<I>;
}

/**
 * Items to approve or to refuse, one at a time with its evidence: J and K for the next and the previous one, A approves, R refuses
 * with a reason. Each decision is sent while the next item is looked at; one that is not taken brings its item back.
 */
export function ReviewQueue<I extends Reviewed>({ items, facts, evidence, onDecide }: ReviewQueueProps<I>) {
  const t = useText();
  const review = useReview(items, onDecide);
  const { current, previous, next, place, count, step, decide, problem, failed, showFailed } = review;
  /** The typed reason and its item; null while nothing is being rejected. */
  const [refusal, setRefusal] = useState<{ readonly id: string; readonly reason: string } | null>(null);
  const typed = refusal && refusal.id === current?.id ? refusal.reason : null;
  const refuse = () => current && setRefusal({ id: current.id, reason: typed ?? '' });
  const sendRefusal = () => {
    if (!typed?.trim()) return;
    setRefusal(null);
    decide(typed.trim());
  };
  const layer = useContext(InSidePanel) ? 'drawer' : 'page';
  useKeys({ j: () => step(1), k: () => step(-1), a: () => decide(null), r: refuse }, layer);
  const ahead = next && evidence(next).join('\n');
  useEffect(() => {
    for (const address of ahead?.split('\n').filter(Boolean) ?? []) new Image().src = address;
  }, [ahead]);

  if (!current)
    return (
      <p className="kit-review" role="status">
        {t({ zh: '全部处理完毕', en: 'All done' })}
      </p>
    );
  const proof = evidence(current);
  return (
    <section className="kit-review" aria-label={t({ zh: '审核', en: 'Review' })}>
      <span className="kit-weak kit-number" role="status">
        {t({ zh: '第 {place} 条，共 {count} 条', en: '{place} of {count}' }, { place, count })}
      </span>
      {failed > 0 && (
        <Alert
          type="error"
          showIcon
          title={t(
            {
              zh: '{n} 条未能处理，仍在队列中',
              en: '{n} {n|item|items} could not be processed and {n|remains|remain} in the queue',
            },
            { n: failed },
          )}
          action={
            <Button size="small" onClick={showFailed}>
              {t({ zh: '去处理', en: 'Go to item' })}
            </Button>
          }
        />
      )}
      <Problem text={problem ?? null} />
      <div className="kit-review-body">
        {proof.length > 0 && <Pictures key={current.id} addresses={proof} size="evidence" />}
        <div>{facts(current)}</div>
      </div>
      {typed !== null && (
        <TextArea
          autoFocus
          autoSize={{ minRows: 2, maxRows: 4 }}
          maxLength={200}
          value={typed}
          placeholder={t({ zh: '拒绝原因，申请人会看到', en: 'Reason for rejection; the applicant will see it' })}
          aria-label={t({ zh: '拒绝原因', en: 'Reason for rejection' })}
          onChange={({ target }) => setRefusal({ id: current.id, reason: target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              setRefusal(null);
            } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              sendRefusal();
            }
          }}
        />
      )}
      <div className="kit-review-tools">
        <Button disabled={!previous} onClick={() => step(-1)}>
          {t({ zh: '上一条', en: 'Previous' })} <Key name="K" />
        </Button>
        <Button disabled={!next} onClick={() => step(1)}>
          {t({ zh: '下一条', en: 'Next' })} <Key name="J" />
        </Button>
        {typed === null ? (
          <>
            <Button danger onClick={refuse}>
              {t({ zh: '拒绝', en: 'Reject' })} <Key name="R" />
            </Button>
            <Button type="primary" onClick={() => decide(null)}>
              {t({ zh: '通过', en: 'Approve' })} <Key name="A" />
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setRefusal(null)}>{t({ zh: '取消', en: 'Cancel' })}</Button>
            <Button type="primary" danger disabled={!typed.trim()} onClick={sendRefusal}>
              {t({ zh: '确认拒绝', en: 'Reject' })}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** A key that does the same. */
const Key = ({ name }: { name: string }) => <kbd>{name}</kbd>;
