import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';

const resources: ReadonlyMap<string, Resource> = new Map(registry.map((resource) => [resource.name, resource]));

/** Returns a call's logged title, `仓库号码 · 列表 / Warehouse · List`, in one language. */
export function callTitle(stored: string, locale: Locale): string {
  const [zh = '', en = zh] = stored.split(' / ');
  return locale === 'zh' ? zh : en;
}

/** Returns the title of a trail row, if this version still has the call. */
export function trailTitle({ objectType, action }: { objectType: string; action: string }, locale: Locale): string {
  const resource = resources.get(objectType);
  const call = resource?.calls[action];
  return `${resource?.title[locale] ?? objectType} · ${call?.title[locale] ?? action}`;
}
