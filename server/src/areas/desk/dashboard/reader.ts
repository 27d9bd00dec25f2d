import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Context } from '../../../kernel/http/context.ts';

const KEPT_MILLIS = 30_000;
const KEPT_MOST = 500;

export const isStaff = (c: Context): boolean => c.actor.userType === userType.is.staff;

/** Refuses users who may not list the rows behind a figure. @throws NO_PERMISSION */
export function assertPermission(c: Context, permission: string): void {
  if (!c.can(permission)) throw commonErrors.NO_PERMISSION();
}

/** Returns the common part of every answer; `zone` is that of its days. */
export const answerMeta = (zone: string) => ({ updatedAt: new Date(), currency: BOOK_CURRENCY, zone });

/** Returns the zone of the tenant's days, which the day close uses too. */
export const zoneOfDays = (c: Context): Promise<string> => businessZone(c.app.db.drizzle, c.actor.tenantId);

interface CachedFigures {
  readonly until: number;
  readonly answer: Promise<unknown>;
}

const kept = new WeakMap<object, Map<string, CachedFigures>>();

/**
 * Caches a result for half a minute for staff of a tenant who have the same roles and no data rules: they see the same sums. Results of others
 * are always computed. `input` is the rest of the cache key.
 */
export function cachedForStaff<T>(c: Context, name: string, input: unknown, work: () => Promise<T>): Promise<T> {
  if (!isStaff(c) || c.actor.dataRules !== undefined) return work();
  const { db } = c.app;
  const answers = kept.get(db) ?? new Map<string, CachedFigures>();
  kept.set(db, answers);
  const key = JSON.stringify([name, c.actor.tenantId, c.actor.roleKeys.toSorted(), c.locale, input]);
  const found = answers.get(key);
  if (found && found.until > Date.now()) return found.answer as Promise<T>;
  const answer = work();
  answers.delete(key);
  answers.set(key, { until: Date.now() + KEPT_MILLIS, answer });
  // Removes the oldest entry, and failed results.
  const [oldest] = answers.keys();
  if (answers.size > KEPT_MOST && oldest !== undefined) answers.delete(oldest);
  answer.catch(() => answers.get(key)?.answer === answer && answers.delete(key));
  return answer;
}
