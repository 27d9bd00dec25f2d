import { z } from 'zod';

/** Message templates of WhatsApp: their parts, parameters and text with values, as the Business API describes them. */

const button = z.object({ type: z.string(), text: z.string().optional(), url: z.string().optional() });
const component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(button).max(20).optional(),
  example: z.unknown().optional(),
});

/** Whether a value shows nothing: spaces and characters without a picture, such as the zero-width space, at most. */
export const isBlank = (text: string): boolean =>
  text.replace(/[\s\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === '';

/** The components of a template. */
const COMPONENTS_MAX = 20;
export const templateComponents = z.array(component).max(COMPONENTS_MAX);
export type TemplateComponents = z.output<typeof templateComponents>;

/** The format of a part that cannot be read. */
const UNREADABLE = 'UNREADABLE';

/** Returns the components of a template as a channel gives them; a part of another form is marked as unreadable, the others stay. */
export const componentsOf = (given: readonly unknown[]): TemplateComponents =>
  given.slice(0, COMPONENTS_MAX).map((one) => {
    const read = component.safeParse(one);
    if (read.success) return read.data;
    const { type } = z.object({ type: z.string() }).safeParse(one).data ?? { type: UNREADABLE };
    return { type, format: UNREADABLE };
  });

const TEXTS = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];
const HEADERS = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'];
/** Buttons that are sent without values, or with the end of their address. */
const BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'VOICE_CALL', 'FLOW', 'CATALOG'];

/**
 * Returns the name of the first part that messages cannot be given values for, as WhatsApp names it: a location, a code to copy, an offer
 * with an end, a carousel; null for a template that can be sent.
 */
export function unsupportedPart(components: TemplateComponents): string | null {
  for (const { type, format, buttons = [] } of components) {
    const part = partOf(type);
    const shape = format?.toUpperCase() ?? HEADERS[0] ?? '';
    if (!TEXTS.includes(part)) return part;
    if (shape === UNREADABLE || (part === 'HEADER' && !HEADERS.includes(shape))) return `${part} ${shape}`;
    const button = buttons.find((one) => !BUTTONS.includes(partOf(one.type)) && placesIn(one.url).length === 0);
    if (button) return partOf(button.type);
  }
  return components.some(({ type }) => partOf(type) === 'BODY') ? null : 'BODY';
}

/** A value that each message of a template needs. */
export interface TemplateParameter {
  /** `header.1`, `body.2`, `body.first_name`, `button.0`: part and position or name. */
  readonly key: string;
  /** `text`: a variable of a text without a template. */
  readonly part: 'header' | 'body' | 'button' | 'text';
  /** The name or position within its part. */
  readonly name: string;
  /** A text, or the https address of a picture, video or document. */
  readonly kind: 'text' | 'media';
  /** The sample that the template was approved with. */
  readonly sample: string | null;
}

const PLACE = /\{\{\s*([a-z0-9_]+)\s*\}\}/gi;
const MEDIA = ['IMAGE', 'VIDEO', 'DOCUMENT'];
/** Most characters of a parameter. */
const TEXT_MAX = 1024;
const HEADER_MAX = 60;

const partOf = (type: string) => type.toUpperCase();

const placesIn = (text: string | undefined): string[] => [
  ...new Set([...(text ?? '').matchAll(PLACE)].map(([, name = '']) => name)),
];

/** Returns the parameters of a template in the order of its parts. */
export function templateParameters(components: TemplateComponents): TemplateParameter[] {
  return components.flatMap((part): TemplateParameter[] => {
    const type = partOf(part.type);
    if (type === 'HEADER' && MEDIA.includes(part.format?.toUpperCase() ?? ''))
      return [{ key: 'header.media', part: 'header', name: 'media', kind: 'media', sample: null }];
    if (type === 'HEADER' || type === 'BODY') {
      const side = type === 'HEADER' ? 'header' : 'body';
      const samples = samplesOf(part.example, side);
      return placesIn(part.text).map((name, index) => ({
        key: `${side}.${name}`,
        part: side,
        name,
        kind: 'text',
        sample: samples.get(name) ?? samples.get(String(index + 1)) ?? null,
      }));
    }
    if (type !== 'BUTTONS') return [];
    return (part.buttons ?? []).flatMap(({ url }, index) =>
      placesIn(url).length > 0
        ? [
            {
              key: `button.${index}`,
              part: 'button' as const,
              name: String(index),
              kind: 'text' as const,
              sample: null,
            },
          ]
        : [],
    );
  });
}

const positional = z.array(z.string());
const named = z.array(z.object({ param_name: z.string(), example: z.string() }));

function samplesOf(example: unknown, side: 'header' | 'body'): ReadonlyMap<string, string> {
  const given = z.record(z.string(), z.unknown()).safeParse(example).data ?? {};
  const byName = named.safeParse(given[`${side}_text_named_params`]).data;
  if (byName) return new Map(byName.map((one) => [one.param_name, one.example]));
  const list = given[`${side}_text`];
  const values =
    positional.safeParse(list).data ?? positional.safeParse(z.array(z.unknown()).safeParse(list).data?.[0]).data;
  return new Map((values ?? []).map((value, index) => [String(index + 1), value]));
}

/** Values of parameters, by their keys. */
export type TemplateValues = Readonly<Record<string, string>>;

/** Why a value cannot be sent: none, too long, with line breaks or many spaces, or not an address. */
export type ParameterProblem = 'missing' | 'long' | 'breaks' | 'address';

/** Returns the problem of a value; null for one that can be sent. */
export function parameterProblem(
  { kind, part }: TemplateParameter,
  value: string | undefined,
): ParameterProblem | null {
  if (value === undefined || isBlank(value)) return 'missing';
  if (value.length > (part === 'header' && kind === 'text' ? HEADER_MAX : TEXT_MAX)) return 'long';
  if (kind === 'media') return /^https:\/\/\S+$/i.test(value) ? null : 'address';
  return /[\n\r\t]| {5,}/.test(value) ? 'breaks' : null;
}

const VARIABLE = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Returns the names of the variables (`{{name}}`) of a text without a template, each once, in their order. */
export const textVariables = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** Returns a text with each `{{name}}` replaced by its value; a variable without a value stays. */
export const filledText = (text: string, values: TemplateValues): string =>
  text.replace(VARIABLE, (place, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? place) : place));

/** A template as its recipient sees it. */
export interface FilledTemplate {
  /** Null without one. */
  readonly header: {
    readonly kind: 'text' | 'image' | 'video' | 'document' | 'location';
    readonly text: string;
  } | null;
  readonly body: string;
  readonly footer: string | null;
  readonly buttons: readonly string[];
}

/** Returns a template with values in the places of its parameters; a place without a value keeps its name in braces. */
export function fillTemplate(components: TemplateComponents, values: TemplateValues): FilledTemplate {
  const filled = (text: string | undefined, side: string) =>
    (text ?? '').replace(PLACE, (place, name: string) => values[`${side}.${name}`] ?? place);
  const of = (type: string) => components.find((part) => partOf(part.type) === type);
  const header = of('HEADER');
  const format = header?.format?.toLowerCase() ?? 'text';
  return {
    header: header
      ? {
          kind: format as NonNullable<FilledTemplate['header']>['kind'],
          text: format === 'text' ? filled(header.text, 'header') : (values['header.media'] ?? ''),
        }
      : null,
    body: filled(of('BODY')?.text, 'body'),
    footer: of('FOOTER')?.text ?? null,
    buttons: (of('BUTTONS')?.buttons ?? []).map(({ text }) => text ?? ''),
  };
}
