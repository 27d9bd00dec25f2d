import { smsParts } from '@trade-assistant/contract/sms-text.ts';
import { useText } from '../../kit/i18n.ts';
import { changeable, stretches } from './composition.ts';
import styles from './sms-composer.module.css';

interface SmsPreviewProps {
  /** The text with its values. */
  readonly text: string;
  /** The sender as recipients see it. */
  readonly sender?: string | undefined;
}

/** A text message as its recipient sees it, with the borders of its parts. */
export function SmsPreview({ text, sender }: SmsPreviewProps) {
  const t = useText();
  const { parts } = smsParts(text);
  return (
    <figure className={styles.phone} aria-label={t({ zh: '短信预览', en: 'Preview of the message' })}>
      {sender && <figcaption className={styles.sender}>{sender}</figcaption>}
      {text === '' ? (
        <p className="kit-weak">{t({ zh: '输入内容后在此预览', en: 'The message appears here' })}</p>
      ) : (
        <div className={styles.bubble} dir="auto">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
            <p key={index} className={styles.part}>
              {parts.length > 1 && (
                <span className={styles.partNo}>
                  {t(
                    { zh: '第 {n}/{all} 条', en: 'Part {n} of {all}' },
                    { n: String(index + 1), all: String(parts.length) },
                  )}
                </span>
              )}
              <Marked text={part} />
            </p>
          ))}
        </div>
      )}
    </figure>
  );
}

/** A text whose costly characters are marked. */
export const Marked = ({ text }: { text: string }) =>
  stretches(text, changeable(text)).map(({ text: part, isCostly }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
    isCostly ? <mark key={index}>{part}</mark> : part,
  );
