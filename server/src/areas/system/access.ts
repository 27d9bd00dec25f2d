import { access } from '@trade-assistant/contract/areas/system/access.ts';
import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import {
  actorOf,
  explainCall,
  explainRecord,
  findUser,
  verifiedNarrowing,
} from '../../engines/people/identity/index.ts';
import { type Actor, holds } from '../../kernel/auth/actor.ts';
import { ruledCall } from '../../kernel/auth/rule-fields.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { ruledLists } from '../../kernel/resource/data-rules.ts';

const resources = registry as readonly Resource[];
const callsOf = ({ calls }: Resource) => Object.entries(calls) as [string, Call][];

export default serve(access, {
  calls: async () => {
    const ruled = new Set(ruledLists().map(({ resource }) => resource.name));
    return resources.map((resource) => ({
      resource: resource.name,
      title: resource.title.zh,
      titleEn: resource.title.en,
      hasRecords: ruled.has(resource.name) ? 1 : 0,
      calls: callsOf(resource).map(([name, { title, methods }]) => ({
        path: `/api/${resource.name}/${name}`,
        title: title.zh,
        titleEn: title.en,
        methods: [...methods],
      })),
    }));
  },
  explain: async (c, { userId, path, method, recordId, deptId, roleId }) => {
    const found = callAt(path);
    if (!found) throw commonErrors.ROUTE_NOT_FOUND();
    const { resource, call } = found;
    const verb = method ?? call.methods[0] ?? 'GET';
    if (!call.methods.includes(verb)) throw commonErrors.METHOD_NOT_ALLOWED();
    return c.app.db.tx(async (tx) => {
      const { account, realName } = await findUser(tx, c.actor, userId);
      const narrowing =
        deptId || roleId
          ? await verifiedNarrowing(tx, userId, { deptId: deptId?.toString(), roleId: roleId?.toString() })
          : undefined;
      const subject = await actorOf(tx, userId, narrowing);
      const steps = await explainCall(tx, { userId, subject, resource, call, method: verb, path });
      if (recordId !== undefined) {
        const ruled = ruledLists().find(({ code }) => code === ruledCall(call, resource).code);
        if (!ruled) throw commonErrors.BAD_REQUEST({ detail: 'recordId' });
        if (subject && steps.every(({ isPassed }) => isPassed))
          steps.push(await explainRecord(tx, { ruled, recordId, reader: c, subject: seenBy(c, subject) }));
      }
      return {
        isAllowed: steps.every(({ isPassed }) => isPassed) ? 1 : 0,
        account,
        realName,
        steps: steps.map(({ kind, isPassed, text }) => ({ kind, isPassed: isPassed ? 1 : 0, text: text[c.locale] })),
      };
    });
  },
});

function callAt(path: string): { resource: Resource; call: Call } | undefined {
  for (const resource of resources)
    for (const [name, call] of callsOf(resource))
      if (`/api/${resource.name}/${name}` === path) return { resource, call };
  return undefined;
}

/** The request with another user as its actor, only for evaluating conditions. */
const seenBy = (c: Context, actor: Actor): Context => ({
  ...c,
  actor,
  can: (permission) => holds(actor, permission),
  ruleOf: (resource) => actor.dataRules?.[resource],
});
