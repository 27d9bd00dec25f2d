import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { useText } from '../../../kit/i18n.ts';

/** A text of many lines as it was written, JSON with its structure shown; nothing when there is none. */
export function LongText({ title, text }: { title: Text; text: string | null }) {
  const t = useText();
  if (!text) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">
        {t(title)} <Copyable text={text}>{t({ zh: '复制', en: 'Copy' })}</Copyable>
      </h2>
      <pre className="kit-json">{structured(text)}</pre>
    </section>
  );
}

function structured(text: string): string {
  if (!/^[{[]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
