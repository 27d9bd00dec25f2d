import { type ComponentProps, type ReactNode, useId } from 'react';
import { LineIcon } from '../../shell/parts/line-icon.tsx';
import styles from './text-input.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  readonly icon: ComponentProps<typeof LineIcon>['name'];
  readonly error?: string | undefined;
  /** Rule for the input, shown below it unless there is an error. */
  readonly hint?: string | undefined;
  /** A warning under the input while there is no error. */
  readonly note?: string | undefined;
  /** Inside the box, after the text. */
  readonly suffix?: ReactNode;
  /** Beside the box. */
  readonly beside?: ReactNode;
}

/** A labelled input with its message below; the message's line is always there, so that nothing moves. */
export function TextInput({ label, icon, error, note, hint, suffix, beside, ...input }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <div className={styles.box} data-invalid={error !== undefined}>
          <LineIcon name={icon} />
          <input {...input} id={id} aria-invalid={error !== undefined} aria-describedby={`${id}-help`} />
          {suffix}
        </div>
        {beside}
      </div>
      <div id={`${id}-help`} className={styles.help} aria-live="polite">
        {error ? <span className={styles.error}>{error}</span> : (note ?? <span className={styles.hint}>{hint}</span>)}
      </div>
    </div>
  );
}
