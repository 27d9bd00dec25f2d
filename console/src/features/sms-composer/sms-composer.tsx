import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { smsEncoding } from '@trade-assistant/contract/message-dictionaries.ts';
import {
  SMS_PARTS_MAX,
  simplified,
  smsParts,
  smsProblems,
  withReplacements,
  withValues,
} from '@trade-assistant/contract/sms-text.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import TextArea, { type TextAreaRef } from 'antd/es/input/TextArea';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ControlProps } from '../../kit/form/control.ts';
import { useText } from '../../kit/i18n.ts';
import { type CostlyGroup, changeable, grouped, partRange, type SampleValues, visible } from './composition.ts';
import styles from './sms-composer.module.css';
import { Marked, SmsPreview } from './sms-preview.tsx';

/** Characters of the longest text. */
const TEXT_MAX = 1000;
const GROUPS_MAX = 12;

interface SmsComposerProps extends ControlProps<string> {
  /** Names of variables that buttons insert: `1`, `name`. */
  readonly variables?: readonly string[];
  /** Values of some messages, such as the first lines of the list; the first one fills the preview. */
  readonly samples?: readonly SampleValues[];
  /** Price of a part, as on the wire. */
  readonly price?: string | undefined;
  readonly sender?: string | undefined;
  /** The opt-out text to add, where the text needs one and has none. */
  readonly missingOptOut?: string | null | undefined;
  /** False where there is no room, as in a reply box. */
  readonly hasPreview?: boolean;
  readonly rows?: number;
  /** Can be focused, and not changed yet. */
  readonly readOnly?: boolean;
}

/**
 * The text of a message: counts its parts as they are sent and charged, marks characters that make it dear and replaces
 * them, inserts variables and shows it as its recipient sees it. Takes the props of a control of a form.
 */
export function SmsComposer({
  value,
  onChange,
  variables = [],
  samples = [],
  price,
  sender,
  missingOptOut,
  hasPreview = true,
  rows = 4,
  ...control
}: SmsComposerProps) {
  const t = useText();
  const countId = useId();
  const text = value ?? '';
  const area = useRef<TextAreaRef>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const caret = useRef<number | null>(null);
  const change = (next: string) => onChange?.(next.slice(0, TEXT_MAX));
  // The control sets the caret to the end when its value is replaced.
  useLayoutEffect(() => {
    const box = area.current?.resizableTextArea?.textArea;
    if (caret.current === null || !box) return;
    box.focus();
    box.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const insert = (inserted: string) => {
    const box = area.current?.resizableTextArea?.textArea;
    const [from, to] = [box?.selectionStart ?? text.length, box?.selectionEnd ?? text.length];
    caret.current = from + inserted.length;
    change(text.slice(0, from) + inserted + text.slice(to));
  };
  const shown = withValues(text, samples[0] ?? {});
  return (
    <div className={styles.composer}>
      <div className={styles.writing}>
        <div className={styles.box}>
          <div className={styles.mirror} aria-hidden ref={mirror}>
            <Marked text={text} />
          </div>
          <TextArea
            {...control}
            ref={area}
            value={text}
            maxLength={TEXT_MAX}
            autoSize={{ minRows: rows, maxRows: 12 }}
            aria-describedby={countId}
            onChange={(event) => change(event.target.value)}
            onScroll={(event) => mirror.current?.scrollTo({ top: event.currentTarget.scrollTop })}
          />
        </div>
        <div className={styles.bar}>
          <Count id={countId} text={text} samples={samples} price={price} />
          {variables.length > 0 && (
            <div className={styles.chips}>
              {variables.map((name) => (
                <Button
                  key={name}
                  size="small"
                  disabled={control.disabled ?? false}
                  aria-label={t({ zh: '插入变量 {name}', en: 'Insert variable {name}' }, { name })}
                  onClick={() => insert(`{${name}}`)}
                >
                  {`{${name}}`}
                </Button>
              ))}
            </div>
          )}
        </div>
        <Costly text={text} onChange={change} />
        {missingOptOut && (
          <Alert
            type="warning"
            showIcon
            title={t({ zh: '营销短信须写明退订方式', en: 'Marketing texts must say how to opt out' })}
            action={
              <Button
                size="small"
                onClick={() => change(`${text.trimEnd()}${text.trim() === '' ? '' : '\n'}${missingOptOut}`)}
              >
                {t({ zh: '添加“{text}”', en: 'Add “{text}”' }, { text: missingOptOut })}
              </Button>
            }
          />
        )}
      </div>
      {hasPreview && <SmsPreview text={shown} sender={sender} />}
    </div>
  );
}

/** Encoding, parts and units left, and the price of a message. */
function Count({
  id,
  text,
  samples,
  price,
}: {
  id: string;
  text: string;
  samples: readonly SampleValues[];
  price: string | undefined;
}) {
  const t = useText();
  const { encoding, parts, unitsLeft } = smsParts(withValues(text, samples[0] ?? {}));
  const { min, typical, max } = partRange(text, samples);
  const name = entryOf(smsEncoding, encoding)?.en ?? '';
  const problems = smsProblems(text);
  const cost = (count: number) => formatMoney(times(parseMoney(price ?? '0'), count));
  return (
    <div id={id} className={styles.count} aria-live="polite">
      <span className="kit-number">
        {min === max
          ? t(
              { zh: '{name} · {n} 条 · 本条剩余 {left}', en: '{name} · {n} {n|part|parts} · {left} left' },
              { name, n: String(parts.length), left: String(unitsLeft) },
            )
          : t(
              {
                zh: '{name} · {min}–{max} 条，通常 {typical} 条',
                en: '{name} · {min}–{max} parts, typically {typical}',
              },
              { name, min: String(min), max: String(max), typical: String(typical) },
            )}
      </span>
      {price !== undefined && (
        <span className="kit-weak kit-number">
          {t(
            { zh: '每条短信 {cost}', en: '{cost} per message' },
            { cost: `${min === max ? cost(min) : `${cost(min)}–${cost(max)}`} ${BOOK_CURRENCY}` },
          )}
        </span>
      )}
      {max > SMS_PARTS_MAX && (
        <span className="kit-bad">
          {t(
            { zh: '最多 {n} 条，请缩短内容', en: 'At most {n} parts; shorten the text' },
            { n: String(SMS_PARTS_MAX) },
          )}
        </span>
      )}
      {problems[0] && (
        <span className="kit-bad">
          {t(
            { zh: '含有不能发送的控制字符：{code}', en: 'Contains a control character that cannot be sent: {code}' },
            { code: visible(problems[0].written) },
          )}
        </span>
      )}
    </div>
  );
}

/** The characters that make a text dear, each with its replacement. */
function Costly({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useText();
  const groups = grouped(changeable(text));
  if (groups.length === 0) return null;
  const forcing = groups.filter(({ reason }) => reason === 'encoding');
  const isSaved = forcing.length > 0 && forcing.every(({ replacement }) => replacement !== null);
  const replace = ({ places }: CostlyGroup) =>
    onChange(
      withReplacements(
        text,
        places.map((place) => ({ ...place, replacement: place.replacement ?? '' })),
      ),
    );
  return (
    <div className={styles.costly}>
      <span className="kit-weak">
        {forcing.length > 0
          ? t({
              zh: '这些字符使短信按 UCS-2 计费（每条 70 字）：',
              en: 'These characters make it UCS-2 with 70 characters a part:',
            })
          : t({ zh: '这些字符各占两个位置：', en: 'These characters take two places each:' })}
      </span>
      <span className={styles.chips}>
        {groups.slice(0, GROUPS_MAX).map((group) => (
          <Replacement key={group.written} group={group} onReplace={() => replace(group)} />
        ))}
        {isSaved && (
          <Button size="small" type="primary" onClick={() => onChange(simplified(text))}>
            {t({ zh: '全部替换', en: 'Replace all' })}
          </Button>
        )}
      </span>
    </div>
  );
}

function Replacement({ group, onReplace }: { group: CostlyGroup; onReplace: () => void }) {
  const t = useText();
  const { written, replacement, places, reason } = group;
  const [from, count] = [visible(written), places.length > 1 ? ` ×${places.length}` : ''];
  if (replacement === null && reason === 'double')
    return (
      <span className={styles.lone}>
        {from}
        {count}
      </span>
    );
  const isRemoval = replacement === null || replacement === '';
  const to = visible(replacement ?? '');
  return (
    <Button
      size="small"
      aria-label={
        isRemoval
          ? t({ zh: '删除 {from}', en: 'Delete {from}' }, { from })
          : t({ zh: '将 {from} 替换为 {to}', en: 'Replace {from} with {to}' }, { from, to })
      }
      onClick={onReplace}
    >
      {isRemoval ? `${from} ✕` : `${from} → ${to}`}
      {count}
    </Button>
  );
}
