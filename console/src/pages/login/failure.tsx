import { useText } from '../../kit/i18n.ts';
import { LineIcon } from '../../shell/parts/line-icon.tsx';
import styles from './login.module.css';
import { loginWords } from './words.ts';

interface Props {
  /** As the server said it. */
  readonly message: string;
  /** Seconds until the next try, where there is a time to wait; 0 once it is over. */
  readonly secondsLeft: number | undefined;
}

/** Why the sign-in failed. A time to wait is counted down for the eye and read out once. */
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
