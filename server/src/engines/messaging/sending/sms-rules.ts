import { smsCapability } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { type ContentProblem, contentProblems, optOutText } from '@trade-assistant/contract/sms-rules.ts';
import { smsVariables, withValues } from '@trade-assistant/contract/sms-text.ts';
import { eq } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { contentRules, phones } from '../sms-senders/index.ts';
import type { WorkTask } from '../work/index.ts';
import { detailsOf, isMarketing } from './channels.ts';
import { sendingErrors } from './errors.ts';

/** The variable that becomes the short link of a recipient. */
export const LINK = 'link';
/** A link as long as those that are made. */
const SAMPLE_CODE = 'AbCdEfGh';

type Phone = Pick<typeof phones.$inferSelect, 'capability' | 'countryCode'>;

/** A text before it is sent. */
interface Judged {
  readonly tenantId: string;
  readonly text: string;
  readonly isMarketing: boolean;
  /** The sender; null before it is known. */
  readonly phone: Phone | null;
}

/** Returns why a text may not be sent, or must be read by a person first. */
export function problemsOf(app: App, { tenantId, text, isMarketing: isAd, phone }: Judged): ContentProblem[] {
  const rules = contentRules(app.parameters, tenantId);
  return contentProblems(withSampleLink(app, tenantId, text), {
    rules,
    isMarketing: isAd,
    canReply: phone === null || (phone.capability & smsCapability.is.inbound) > 0,
    countryCode: phone?.countryCode ?? '',
  });
}

/** Returns the way to opt out that recipients of a phone are offered. */
export const optOutFor = (app: App, tenantId: string, phone: Phone | null): string =>
  optOutText(phone?.countryCode ?? '', undefined, contentRules(app.parameters, tenantId).optOutTexts);

/** @throws TEXT_REFUSED with the sentences of its problems at the field, LINK_MISSING */
export function assertText(app: App, judged: Judged, link: string | undefined): void {
  if (smsVariables(judged.text).includes(LINK) && !link)
    throw sendingErrors.LINK_MISSING(
      {},
      { fields: [{ field: LINK, message: sendingErrors.declarations.LINK_MISSING }] },
    );
  const refused = problemsOf(app, judged).filter(({ isRefused }) => isRefused);
  if (refused.length > 0)
    throw sendingErrors.TEXT_REFUSED({}, { fields: refused.map(({ message }) => ({ field: 'content', message })) });
}

/** Returns a text with a link of the length that real ones have. */
export function withSampleLink(app: App, tenantId: string, text: string): string {
  if (!text.includes(`{${LINK}}`)) return text;
  const origin = app.parameters.get(tenantId, 'sms.shortLinkOrigin').replace(/\/$/, '') || 'https://example.com';
  return withValues(text, { [LINK]: `${origin}/s/${SAMPLE_CODE}` });
}

/** Returns the phone of a task. */
export async function phoneOfTask(run: Pick<Tx, 'select'>, task: Pick<WorkTask, 'details'>): Promise<Phone | null> {
  const { phoneId } = detailsOf(task);
  if (phoneId === undefined) return null;
  const [phone] = await run
    .select()
    .from(phones)
    .where(eq(phones.id, BigInt(phoneId)));
  return phone ?? null;
}

/** Returns the problems of the text of a task. */
export const problemsOfTask = async (app: App, run: Pick<Tx, 'select'>, task: WorkTask): Promise<ContentProblem[]> =>
  problemsOf(app, {
    tenantId: task.tenantId,
    text: detailsOf(task).text ?? '',
    isMarketing: isMarketing(task),
    phone: await phoneOfTask(run, task),
  });
