import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import styles from './task-progress.module.css';

interface TaskProgressProps {
  /** Lines by what became of them, in the order of the bar; `tone` as that of a dictionary. */
  readonly parts: readonly { readonly tone: string; readonly count: number; readonly words: string }[];
  readonly done: number;
  readonly all: number;
  /** Behind the counts, such as the time left. */
  readonly note?: string | undefined;
}

/** Lines of a task by their results as one bar, with how many have one. */
export function TaskProgress({ parts, done, all, note }: TaskProgressProps) {
  const t = useText();
  const shown = parts.filter(({ count }) => count > 0);
  const said = shown.map(({ count, words }) => `${words} ${countText(count)}`).join(' · ');
  return (
    <div className={styles.progress}>
      <span
        className={styles.bar}
        role="img"
        aria-label={said || t({ zh: '尚未开始', en: 'Nothing done yet' })}
        title={said}
      >
        {shown.map(({ tone, count, words }) => (
          <span key={words} data-tone={tone} style={{ inlineSize: `${(100 * count) / Math.max(1, all)}%` }} />
        ))}
      </span>
      <span className="kit-weak kit-number">
        {countText(done)} / {countText(all)}
        {note && ` · ${note}`}
      </span>
    </div>
  );
}

interface TaskStateProps {
  readonly dictionary: Dictionary;
  readonly task: { readonly status: number; readonly waiting?: string | null };
}

/** The state of a task, and why nothing of it is done right now or how fast it goes. */
export const TaskState = ({ dictionary, task: { status, waiting } }: TaskStateProps) => (
  <>
    <DictValue dictionary={dictionary} value={status} />
    {waiting && <div className="kit-weak">{waiting}</div>}
  </>
);
