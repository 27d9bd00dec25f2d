import type { ReactNode } from 'react';

const CODE = /```([\s\S]+?)```/;
/** A marked passage between spaces or punctuation, on one line. */
const MARKED = /(^|[\s\p{P}])([*_~])(?=\S)([^\n]*?\S)\2(?=$|[\s\p{P}])/u;
const PLACE = /\{\{\s*[a-z0-9_]+\s*\}\}/i;

/** A message text with the marks of WhatsApp: *bold*, _italic_, ~struck through~, ```code```; places without a value are highlighted. */
export const MessageText = ({ text }: { readonly text: string }) => <span dir="auto">{formatted(text)}</span>;

function formatted(text: string): ReactNode {
  return (
    split(text, CODE, ([, code = '']) => <code>{code}</code>) ??
    split(text, MARKED, ([, before, mark, inner = '']) => {
      const Tag = mark === '*' ? 'strong' : mark === '_' ? 'em' : 's';
      return (
        <>
          {before}
          <Tag>{formatted(inner)}</Tag>
        </>
      );
    }) ??
    split(text, PLACE, ([place]) => <mark>{place}</mark>) ??
    text
  );
}

/** Returns the text with its first match shown differently, and what surrounds it; undefined without a match. */
function split(text: string, pattern: RegExp, shown: (match: RegExpExecArray) => ReactNode): ReactNode | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  return (
    <>
      {formatted(text.slice(0, match.index))}
      {shown(match)}
      {formatted(text.slice(match.index + match[0].length))}
    </>
  );
}
