import { randomInt } from 'node:crypto';
import { messageKind } from '@trade-assistant/contract/message-dictionaries.ts';
import { withValues } from '@trade-assistant/contract/sms-text.ts';
import { filledText, type TemplateComponents, templateParameters } from '@trade-assistant/contract/template.ts';
import type { App } from '../../../kernel/app/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { MessageContent, TemplateComponent } from '../../vendors/providers/index.ts';
import type { OpenLine, WorkTask } from '../work/index.ts';
import { detailsOf, isCode, isSms } from './channels.ts';
import type { TemplateRow } from './tables.ts';

/** The parameter with a recipient's own code. */
export const CODE_PARAMETER = 'code';
/** Form of a recipient's own code. */
export const OWN_CODE = /^\d{4,8}$/;

/** Returns the kind of message that an order sends. */
export const messageKindOf = (task: WorkTask): number =>
  task.templateId === null ? messageKind.is.text : messageKind.is.template;

/** Returns the message of a line. `code`: of an order of verification codes, made for this attempt. */
export function contentOf(
  task: WorkTask,
  template: TemplateRow | null,
  line: Pick<OpenLine, 'params'>,
  code: string | null,
): MessageContent {
  const details = detailsOf(task);
  const values = line.params ?? {};
  if (isCode(task)) {
    invariant(code !== null, 'message-code', task.taskNo);
    return { kind: 'code', code, senderUsername: details.senderUsername ?? null };
  }
  if (isSms(task)) return { kind: 'text', text: smsText(task, values) };
  if (template === null) return { kind: 'text', text: filledText(details.text ?? '', values) };
  return {
    kind: 'template',
    name: template.templateCode,
    language: template.language,
    components: componentsOf(template.components, template.isNamed === 1, values),
  };
}

/** Returns the text of an SMS with its values. */
export const smsText = (task: Pick<WorkTask, 'details'>, values: Readonly<Record<string, string>>): string =>
  withValues(detailsOf(task).text ?? '', values);

/** Returns the components with values, as the channel takes them. */
function componentsOf(
  components: TemplateComponents,
  isNamed: boolean,
  values: Readonly<Record<string, string>>,
): TemplateComponent[] {
  const parameters = templateParameters(components);
  const format = components.find(({ type }) => type.toUpperCase() === 'HEADER')?.format?.toLowerCase() ?? 'text';
  const text = (key: string, name: string) => ({
    type: 'text',
    text: values[key] ?? '',
    ...(isNamed ? { parameter_name: name } : {}),
  });
  const of = (part: 'header' | 'body') => parameters.filter((one) => one.part === part);
  const header = of('header').map(({ key, name, kind }) =>
    kind === 'media' ? { type: format, [format]: { link: values[key] ?? '' } } : text(key, name),
  );
  const body = of('body').map(({ key, name }) => text(key, name));
  return [
    ...(header.length > 0 ? [{ type: 'header' as const, parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body' as const, parameters: body }] : []),
    ...parameters
      .filter(({ part }) => part === 'button')
      .map(({ key, name }) => ({
        ...{ type: 'button' as const, sub_type: 'url', index: name },
        parameters: [{ type: 'text', text: values[key] ?? '' }],
      })),
  ];
}

const PURPOSE = 'verification code';

/** Returns the code of an attempt: the recipient's own, which its line keeps sealed, or a new random one; null for other orders. */
export function codeOf(
  { secrets }: Pick<App, 'secrets'>,
  task: WorkTask,
  line: Pick<OpenLine, 'params'>,
): string | null {
  if (!isCode(task)) return null;
  const own = line.params?.[CODE_PARAMETER];
  if (own !== undefined) return secrets.open(own, PURPOSE);
  const digits = detailsOf(task).codeLength ?? DIGITS;
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

const DIGITS = 6;

/** Returns a recipient's own code as its line keeps it. */
export const sealedCode = ({ secrets }: Pick<App, 'secrets'>, code: string): string => secrets.seal(code, PURPOSE);

/** Returns the stored form of a code. `reference`: of its message. */
export const codeHash = ({ secrets }: Pick<App, 'secrets'>, code: string, reference: string): string =>
  secrets.digest(`${reference}:${code}`, PURPOSE);

/** The purpose with which the content of a message is sealed. */
export const contentPurpose = (id: string): string => `message ${id}`;
