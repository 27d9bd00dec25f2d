import { useText } from '../../kit/i18n.ts';
import { LineIcon } from '../../shell/parts/line-icon.tsx';
import { words } from '../../shell/words.ts';
import styles from './login.module.css';

interface Props {
  readonly state: 'working' | 'done' | 'failed';
  readonly onRetry: () => void;
}

const says = { working: words.captchaWorking, done: words.captchaDone, failed: words.captchaFailed } as const;

/** Progress of the captcha. Needs no action of the user, unless it failed. */
export function CaptchaLine({ state, onRetry }: Props) {
  const t = useText();
  return (
    <div className={styles.captcha} data-state={state}>
      <LineIcon name="captcha" size={18} />
      <span role="status">{t(says[state])}</span>
      {state === 'failed' ? (
        <button type="button" onClick={onRetry}>
          {t(words.retry)}
        </button>
      ) : null}
    </div>
  );
}
