import type { TemplateValues } from '@trade-assistant/contract/template.ts';
import { useText } from '../../../kit/i18n.ts';
import { TemplatePreview } from '../../../kit/messages/template-preview.tsx';

/** A text as its recipient sees it, with the values of a line. */
export function MessagePreview({
  text,
  values = {},
}: {
  readonly text: string;
  readonly values?: TemplateValues | undefined;
}) {
  const t = useText();
  const filled = Object.fromEntries(Object.entries(values).map(([name, value]) => [`body.${name}`, value]));
  return (
    <TemplatePreview
      components={[{ type: 'BODY', text: text || t({ zh: '（无内容）', en: '(no text)' }) }]}
      language="und"
      values={filled}
    />
  );
}
