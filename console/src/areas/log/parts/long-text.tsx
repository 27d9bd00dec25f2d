import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { Code } from '../../../kit/code/code.tsx';
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
      <LongTextBody text={text} title={t(title)} />
    </section>
  );
}

function LongTextBody({ text, title }: { text: string; title: string }) {
  const json = structured(text);
  if (json === undefined) return <pre className="kit-json">{text}</pre>;
  return <Code language="json" isReadOnly value={json} aria-label={title} />;
}

function structured(text: string): string | undefined {
  if (!/^[{[]/.test(text)) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
