import { type Dictionary, entryOf, type Tone } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { useDictionary } from '../dictionaries.ts';
import { useLocale } from '../i18n.ts';

/** A dot whose colour shows the tone of a state, and the state's name. */
export function Status({ tone = 'off', words }: { tone?: Tone | undefined; words: Text }) {
  const locale = useLocale();
  return (
    <span className="kit-status" data-tone={tone}>
      {words[locale]}
    </span>
  );
}

/** A dictionary's value: with a dot where the dictionary has tones, else plain text. Unknown values stay visible. */
export function DictValue({ dictionary, value }: { dictionary: Dictionary; value: number }) {
  const locale = useLocale();
  const entry = entryOf(useDictionary(dictionary), value);
  if (!entry) return <span className="kit-weak">{value}</span>;
  return entry.tone ? <Status tone={entry.tone} words={entry} /> : entry[locale];
}

/** The members of a bit set as small tags. */
export function BitsValue({ dictionary, value }: { dictionary: Dictionary; value: number }) {
  const locale = useLocale();
  const members = Object.values(useDictionary(dictionary).entries).filter((entry) => (value & entry.value) !== 0);
  if (members.length === 0) return <Nothing />;
  return (
    <span className="kit-tags">
      {members.map((entry) => (
        <span key={entry.value} className="kit-tag">
          {entry[locale]}
        </span>
      ))}
    </span>
  );
}

/** Shown in place of a missing value. */
export function Nothing() {
  return <span className="kit-weak">–</span>;
}
