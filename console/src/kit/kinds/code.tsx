import { Code } from '../code/code.tsx';
import { Copyable } from '../fields/copy.tsx';
import { useText } from '../i18n.ts';
import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';

/** As it was written; JSON with its structure shown, to be folded. */
function CodeDetail({ code }: { code: string }) {
  const t = useText();
  const json = structured(code);
  return (
    <>
      <Copyable text={code}>{t({ zh: '复制', en: 'Copy' })}</Copyable>
      {json === undefined ? <pre className="kit-json">{code}</pre> : <Code language="json" isReadOnly value={json} />}
    </>
  );
}

function structured(code: string): string | undefined {
  if (!/^[{[]/.test(code)) return undefined;
  try {
    return JSON.stringify(JSON.parse(code), null, 2);
  } catch {
    return undefined;
  }
}

export const code: KindView = {
  ...text,
  Cell: ({ value }) => <code>{String(value)}</code>,
  Detail: ({ value }) => <CodeDetail code={String(value)} />,
  Input: inputFor<string>(({ field: _field, ...control }) => <Code {...control} language="text" />),
  isWide: () => true,
};
