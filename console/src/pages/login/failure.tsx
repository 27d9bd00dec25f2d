import { useText } from '../../kit/i18n.ts';
import { LineIcon } from '../../shell/parts/line-icon.tsx';
import styles from './login.module.css';
import { loginWords } from './words.ts';

interface Props {
  /** The server's message. */
  readonly message: string;
  /** Seconds until the next try, if there is a wait; 0 after it. */
  readonly secondsLeft: number | undefined;
}

/** The reason of a failed sign-in. A wait is counted down visibly and announced once. */
export function Failure({ message, secondsLeft }: Props) {
  const t = useText();
  return (
    <p className={styles.failure} role="alert" data-over={secondsLeft === 0}>
      <LineIcon name="alert" />
      {secondsLeft === undefined ? <span>{message}</span> : null}
      {secondsLeft === 0 ? <span>{t(loginWords.rested)}</span> : null}
      {secondsLeft ? (
        <>
          <span className={styles.spoken}>{message}</span>
          <span className={styles.countdown} aria-hidden="true">
            {t(loginWords.resting, { time: clock(secondsLeft) })}
          </span>
        </>
      ) : null}
    </p>
  );
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
