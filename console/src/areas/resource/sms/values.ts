/** The lines a form begins with: a name for each `{name}` of the text. */
export const linesOf = (content: string | null): string =>
  [...new Set([...(content ?? '').matchAll(/\{([A-Za-z0-9_]{1,64})\}/g)].map(([, name]) => name))]
    .map((name) => `${name}=`)
    .join('\n');

/** `name=value` on lines of their own, as the JSON the call takes; undefined where a line is neither that nor empty. */
export function valuesOf(lines: string): string | undefined {
  const written = lines.split('\n').filter((line) => line.trim() !== '');
  if (written.some((line) => line.indexOf('=') < 1)) return undefined;
  const pairs = written.map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return JSON.stringify(Object.fromEntries(pairs));
}
