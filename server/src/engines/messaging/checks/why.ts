import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { refusalText } from '@trade-assistant/contract/line-rules.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { type DetailedLine, LINE } from '../work/index.ts';

const TEXTS = {
  cached: { zh: '缓存结果，检测于 {day}', en: 'Cached, checked on {day}' },
  cancelled: { zh: '任务已取消，未检测', en: 'The task was cancelled before this check' },
  unknown: { zh: '服务商无明确结果，不收费', en: 'No definite answer; free' },
} as const satisfies Record<string, Text>;

/** Why a number has no definite result. Others are the provider's own words, which only operators read. */
const ERRORS: Readonly<Record<string, Text>> = {
  'no answer': { zh: '服务商未返回结果，不收费', en: 'No answer from the provider; free' },
  contradictory: { zh: '服务商结果互相矛盾，不收费', en: 'Contradictory answers; free' },
  'cache gone': { zh: '缓存结果已清除，不收费', en: 'The cached result was deleted; free' },
};
const FAILED: Text = { zh: '服务商未能检测，不收费', en: 'Not checked by the provider; free' };

/** Returns why a line has no result, or where its result comes from, in the reader's language; null if there is nothing to say. */
export function whyOf(line: DetailedLine, { locale, zone }: Pick<Context, 'locale' | 'zone'>): string | null {
  const { state, result, rejectReason, rule, error, cachedTime } = line;
  if (state === LINE.cancelled) return TEXTS.cancelled[locale];
  if (state === LINE.rejected) return refusalText({ reason: rejectReason, rule }, locale);
  if (state !== LINE.result) return null;
  if (error !== null) return (ERRORS[error] ?? FAILED)[locale];
  if (result === checkResult.is.unknown) return TEXTS.unknown[locale];
  return cachedTime ? fill(TEXTS.cached[locale], { day: formatTime(cachedTime, zone).slice(0, 10) }) : null;
}
