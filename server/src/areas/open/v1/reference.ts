import { openEvent, openScope } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { needsKey, type PartnerCall } from '@trade-assistant/contract/areas/open/v1/call.ts';
import { partnerCalls } from '@trade-assistant/contract/areas/open/v1/calls.ts';
import { OPEN_CODES } from '@trade-assistant/contract/areas/open/v1/errors.ts';
import { declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';

type Json = Readonly<Record<string, unknown>>;

const WORDS = {
  title: { zh: '合作接口参考', en: 'Partner API reference' },
  lead: {
    zh: '程序用 API 密钥调用本接口。金额为最多六位小数的文本，编号为文本，时间为 UTC 的 ISO 8601。',
    en: 'Programs call this interface with an API key. Amounts are decimal text with at most six decimals, ids are text, times are ISO 8601 in UTC.',
  },
  contents: { zh: '目录', en: 'Contents' },
  scope: { zh: '权限范围', en: 'Scope' },
  input: { zh: '参数', en: 'Input' },
  answer: { zh: '应答', en: 'Answer' },
  example: { zh: '示例', en: 'Example' },
  name: { zh: '名称', en: 'Name' },
  kind: { zh: '类型', en: 'Type' },
  meaning: { zh: '说明', en: 'Meaning' },
  required: { zh: '必填', en: 'required' },
  nullable: { zh: '可为空', en: 'or null' },
  errors: { zh: '错误码', en: 'Error codes' },
  events: { zh: '事件', en: 'Webhook events' },
  status: { zh: '状态码', en: 'Status' },
} as const satisfies Record<string, Text>;

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}*{box-sizing:border-box}body{margin:0;font:16px/1.6 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem}nav ul{columns:2 18rem;padding-left:1.2rem}section{border-top:1px solid var(--line);margin-top:2rem}
pre{background:var(--soft);padding:.8rem;overflow:auto;border-radius:6px}code{font-family:ui-monospace,monospace;font-size:.9em}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
.verb{font-weight:600}`;

/** Returns the reference page of the partner interface in a language, made from the calls. */
export function referencePage(document: Json, locale: Locale): string {
  const calls = partnerCalls as readonly PartnerCall[];
  const say = (text: Text) => escaped(text[locale]);
  const groups = [...new Map(calls.map(({ group }) => [group.en, group])).values()];
  const contents = groups.map(
    (group) =>
      `<li>${say(group)}<ul>${calls
        .filter((call) => call.group.en === group.en)
        .map(({ name, title }) => `<li><a href="#${name}">${say(title)}</a></li>`)
        .join('')}</ul></li>`,
  );
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(WORDS.title)}</title><style>${STYLE}</style></head><body><main>
<h1>${say(WORDS.title)} ${escaped(String((document['info'] as Json)['version']))}</h1>
<p>${say(WORDS.lead)} <a href="openapi.json">openapi.json</a></p>
<nav aria-label="${say(WORDS.contents)}"><h2>${say(WORDS.contents)}</h2><ul>${contents.join('')}
<li><a href="#events">${say(WORDS.events)}</a></li><li><a href="#errors">${say(WORDS.errors)}</a></li></ul></nav>
${calls.map((call) => section(document, call, locale)).join('\n')}
<section id="events"><h2>${say(WORDS.events)}</h2>${table(
    locale,
    Object.entries(openEvent.entries).map(([type, entry]) => [
      code(type),
      fieldsOf(
        ((pathOf(document, ['webhooks', type, 'post', ...BODY]) as Json)['properties'] as Json)['data'] as Json,
        locale,
        false,
      )
        .map(([name]) => name)
        .join(', '),
      say(entry),
    ]),
    [WORDS.name, WORDS.kind, WORDS.meaning],
  )}</section>
<section id="errors"><h2>${say(WORDS.errors)}</h2>${table(
    locale,
    OPEN_CODES.map((one) => {
      const declared = declaredErrors.get(one);
      return [code(one), String(declared?.status ?? ''), declared ? say(declared) : ''];
    }),
    [WORDS.name, WORDS.status, WORDS.meaning],
  )}</section>
</main></body></html>
`;
}

const BODY = ['requestBody', 'content', 'application/json', 'schema'];

function section(document: Json, call: PartnerCall, locale: Locale): string {
  const say = (text: Text) => escaped(text[locale]);
  const address = call.path.replace(/:(\w+)/g, '{$1}');
  const described = pathOf(document, ['paths', address, call.method.toLowerCase()]) as Json;
  const parameters = ((described['parameters'] as Json[] | undefined) ?? []).filter(({ name }) => name !== undefined);
  const rows = [
    ...parameters.map(({ name, schema, required, description }) => [
      code(String(name)),
      kindOf(schema as Json, locale) + (required ? `, ${say(WORDS.required)}` : ''),
      escaped(String(description ?? '')),
    ]),
    ...fieldsOf(pathOf(described, BODY) as Json | undefined, locale, true),
  ];
  const answer = pathOf(described, ['responses', '200', 'content', 'application/json', 'schema']) as Json | undefined;
  return `<section id="${call.name}"><h2>${say(call.title)}</h2>
<p><span class="verb">${call.method}</span> ${code(`/api/open/v1${address}`)} · ${say(WORDS.scope)} ${code(call.scope)} ${say(openScope.entries[call.scope])}</p>
${call.about ? `<p>${say(call.about).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>` : ''}
${rows.length > 0 ? `<h3>${say(WORDS.input)}</h3>${table(locale, rows)}` : ''}
${answer ? `<h3>${say(WORDS.answer)}</h3>${table(locale, fieldsOf(answer, locale, false))}` : ''}
<h3>${say(WORDS.example)}</h3><pre><code>${escaped(exampleOf(call))}</code></pre></section>`;
}

/** Returns a request as a command line; braces are ids of the reader's own rows. */
export function exampleOf(call: PartnerCall): string {
  const query =
    call.method === 'GET' && Object.keys(call.example).length > 0
      ? `?${decodeURIComponent(new URLSearchParams(call.example as Record<string, string>).toString())}`
      : '';
  const lines = [
    `curl -X ${call.method} "$HOST/api/open/v1${call.path.replace(/:(\w+)/g, '{$1}')}${query}"`,
    `-H "Authorization: Bearer $KEY"`,
    ...(needsKey(call) ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(call.method === 'POST' && Object.keys(call.example).length > 0
      ? [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(call.example)}'`]
      : []),
  ];
  return lines.join(' \\\n  ');
}

/** Returns the fields of an object as rows of a table, those of nested ones by their path. */
function fieldsOf(schema: Json | undefined, locale: Locale, isInput: boolean, prefix = ''): string[][] {
  const properties = Object.entries((schema?.['properties'] ?? {}) as Readonly<Record<string, Json>>);
  const required = (schema?.['required'] as string[] | undefined) ?? [];
  return properties.flatMap(([name, field]) => {
    const items = field['items'] as Json | undefined;
    const isNeeded = isInput && required.includes(name) ? `, ${escaped(WORDS.required[locale])}` : '';
    return [
      [code(prefix + name), kindOf(field, locale) + isNeeded, escaped(String(field['description'] ?? ''))],
      ...fieldsOf(items?.['properties'] ? items : undefined, locale, isInput, `${prefix}${name}[].`),
    ];
  });
}

function kindOf(schema: Json, locale: Locale): string {
  const choices = schema['anyOf'] as Json[] | undefined;
  if (choices) {
    const others = choices.filter(({ type }) => type !== 'null').map((one) => kindOf(one, locale));
    return others.length < choices.length
      ? `${others.join(', ')} ${escaped(WORDS.nullable[locale])}`
      : others.join(', ');
  }
  const values = schema['enum'] as string[] | undefined;
  if (values) return values.map(code).join(' ');
  const items = schema['items'] as Json | undefined;
  const type = [schema['type'] ?? '', schema['format'] ? `(${schema['format']})` : ''].filter(Boolean).join(' ');
  return escaped(items ? `array of ${String(items['type'] ?? '')}` : type);
}

const table = (
  locale: Locale,
  rows: readonly (readonly string[])[],
  heads: readonly Text[] = [WORDS.name, WORDS.kind, WORDS.meaning],
) =>
  `<div class="wide" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${escaped(head[locale])}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

const pathOf = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], value);

const code = (text: string): string => `<code>${escaped(text)}</code>`;
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);
