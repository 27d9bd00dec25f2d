import type { ReactNode } from 'react';
import type { MatchRange } from './find.ts';
import styles from './result-list.module.css';
import type { Combobox } from './use-combobox.ts';

/** One line of a list of results. */
export interface Result {
  readonly key: string;
  readonly title: string;
  readonly span?: MatchRange | undefined;
  readonly icon?: ReactNode;
  /** Beside the title, quieter. */
  readonly note?: string | undefined;
  /** Groups the results of one heading. */
  readonly heading: string;
  readonly choose: () => void;
}

interface Props {
  readonly combobox: Combobox;
  readonly label: string;
  readonly results: readonly Result[];
  /** In columns if there is room. */
  readonly isWide?: boolean;
}

/** The results below a combobox, under their headings. */
export function ResultList({ combobox, label, results, isWide = false }: Props) {
  const headings = [...new Set(results.map(({ heading }) => heading))];
  return (
    <div id={combobox.listId} role="listbox" aria-label={label} className={styles.list} data-wide={isWide}>
      {headings.map((heading) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role, a fieldset is for forms
        <div key={heading} role="group" aria-label={heading} className={styles.group}>
          {heading ? (
            <div className={styles.heading} aria-hidden="true">
              {heading}
            </div>
          ) : null}
          <div className={styles.options} role="presentation">
            {results
              .filter((result) => result.heading === heading)
              .map((result) => (
                <Option key={result.key} combobox={combobox} result={result} />
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function Option({ combobox, result }: { combobox: Combobox; result: Result }) {
  const { key, title, span, icon, note, choose } = result;
  const isActive = combobox.active === key;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the box, whose keys move through the options
    <div
      id={combobox.optionId(key)}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={() => isActive || combobox.setActive(key)}
      // The box keeps the focus, so that the user can go on typing.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.title}>
        <Marked text={title} span={span} />
      </span>
      {note ? <span className={styles.note}>{note}</span> : null}
    </div>
  );
}

function Marked({ text, span }: { text: string; span: MatchRange | undefined }) {
  if (!span) return text;
  return (
    <>
      {text.slice(0, span[0])}
      <mark>{text.slice(span[0], span[1] + 1)}</mark>
      {text.slice(span[1] + 1)}
    </>
  );
}
