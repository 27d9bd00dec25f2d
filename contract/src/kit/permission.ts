import type { Call } from './call.ts';
import type { Text } from './locale.ts';
import type { Resource } from './resource.ts';

const labels: Readonly<Record<string, Text>> = {
  view: { zh: '查看', en: 'View' },
  add: { zh: '新增', en: 'Add' },
  edit: { zh: '修改', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  export: { zh: '导出', en: 'Export' },
  import: { zh: '导入', en: 'Import' },
};

/** Returns the full code of a call's permission: an action of its own resource, or another resource's code. */
export const permissionCode = (resource: string, access: string): string =>
  access.includes(':') ? access : `${resource}:${access}`;

/** Every permission a resource gives rise to, with the label its menu button carries. */
export function permissionsOf(resource: Resource): { code: string; action: string; label: Text }[] {
  const found = new Map<string, Text>();
  for (const call of Object.values(resource.calls)) {
    if (call.access === 'public' || call.access === 'signed-in' || call.access.includes(':')) continue;
    for (const action of actionsOf(call)) if (!found.has(action)) found.set(action, labels[action] ?? call.title);
  }
  for (const [action, label] of Object.entries<Text>(resource.extras)) found.set(action, label);
  return [...found].map(([action, label]) => ({ code: `${resource.name}:${action}`, action, label }));
}

/** `submit` writes a new row too, which is another permission than to change one. */
const actionsOf = ({ access, standard }: Call): readonly string[] =>
  standard === 'submit' ? ['add', access] : [access];
