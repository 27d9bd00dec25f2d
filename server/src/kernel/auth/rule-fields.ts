import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { nameFieldsOf } from '@trade-assistant/contract/kit/name.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { HAS_CHILDREN } from '@trade-assistant/contract/kit/tree.ts';
import type { DataRule } from './data-rules.ts';

/** Returns fields a rule never hides, since rows need them to be identified, followed or displayed. */
export function alwaysVisible({ nameField, stateField, parentField, fields }: Resource): ReadonlySet<string> {
  const names = nameField ? nameFieldsOf(nameField) : [];
  const kept = [...names, stateField, parentField, HAS_CHILDREN, 'version'].filter((name) => name !== undefined);
  return new Set(kept.filter((name) => name in fields));
}

/** The fields of a resource that a rule hides. */
export const hiddenByRule = (resource: Resource, rule: DataRule | undefined): readonly string[] => {
  if (!rule?.visible) return [];
  const shown = new Set([...rule.visible, ...alwaysVisible(resource)]);
  return Object.keys(resource.fields).filter((name) => !shown.has(name));
};

/** The fields of a resource that a rule keeps from being written; hidden ones too. */
export const fixedByRule = (resource: Resource, rule: DataRule | undefined): readonly string[] => {
  if (!rule || (!rule.writable && !rule.visible)) return [];
  const hidden = new Set(hiddenByRule(resource, rule));
  const { writable } = rule;
  return Object.keys(resource.fields).filter((name) => hidden.has(name) || (writable && !writable.includes(name)));
};

/** Rows of a call and their name in rules. */
export interface RuledCall {
  readonly resource: Resource;
  readonly code: string;
}

const byCall = new WeakMap<Call, RuledCall>();

/** Permissions that open lists whose rule has another name than the resource of their address. */
const elsewhere = new Map<string, readonly [code: string, permission: string]>();

/** Rules of this code hold for the rows of the resource's calls. */
export function ruleCalls(resource: Resource, code: string): void {
  if (code === resource.name) return;
  for (const call of Object.values(resource.calls)) {
    byCall.set(call, { resource, code });
    if (call.access === 'public' || call.access === 'signed-in') continue;
    const permission = permissionCode(resource.name, call.access);
    elsewhere.set(`${code} ${permission}`, [code, permission]);
  }
}

/** Returns the rule names of lists at the address of another resource, with each permission that opens them. */
export const openersElsewhere = (): readonly (readonly [code: string, permission: string])[] => [...elsewhere.values()];

/** Returns the rule name of a call: its resource, unless it lists something else. */
export const ruledCall = (call: Call, resource: Resource): RuledCall =>
  byCall.get(call) ?? { resource, code: resource.name };
