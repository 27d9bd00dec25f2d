import { type Call, isExport } from '@trade-assistant/contract/kit/call.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app/index.ts';
import { recorded } from '../audit/trail.ts';
import { type Actor, holds } from '../auth/actor.ts';
import type { AskedInWords, ExportAsked, Exports } from '../exports.ts';
import { invariant } from '../invariant.ts';
import { giveExportPass, Measured, wasAdmitted } from './admit-export.ts';
import { canCall } from './can-call.ts';
import { type Context, FileAnswer } from './context.ts';
import { type Decoding, decodingOf } from './decoding.ts';
import { httpErrors } from './errors.ts';
import type { AreaModule } from './serve.ts';

interface ExportCall {
  readonly resource: Resource;
  readonly name: string;
  readonly call: Call;
  readonly decoding: Decoding;
  readonly handler: (context: Context, input: unknown) => Promise<unknown>;
}

/** @param app returns the app of the calls, once it is built */
export function createExports(app: () => App, modules: readonly AreaModule[]): Exports {
  const calls = new Map<string, ExportCall>();
  for (const module of modules)
    for (const [name, call] of Object.entries(module.resource.calls)) {
      if (!isExport(call)) continue;
      const handler = module.handlers[name] as ExportCall['handler'];
      const { resource } = module;
      calls.set(`${resource.name}/${name}`, { resource, name, call, handler, decoding: decodingOf(module, call) });
    }
  const find = (name: string): ExportCall => {
    const found = calls.get(name);
    if (!found) throw commonErrors.NOT_FOUND();
    return found;
  };

  return {
    describe({ call, input }) {
      const { resource, name } = find(call);
      return { title: titleOf(resource, name), lines: linesOf(app(), resource, input) };
    },
    async measure(actor, asked, request) {
      const one = find(asked.call);
      assertCan(actor, one);
      const c = contextFor(app(), actor, asked, { request, traceId: '' });
      const pass = { kind: 'measured', found: null } as { kind: 'measured'; found: number | null };
      giveExportPass(c, pass);
      try {
        await run(one, c, asked.input);
      } catch (error) {
        if (!(error instanceof Measured)) throw error;
      }
      invariant(pass.found !== null, 'export-measured', asked.call);
      return pass.found;
    },
    async make(actor, asked, { rows, traceId }) {
      const one = find(asked.call);
      assertCan(actor, one);
      const c = contextFor(app(), actor, asked, { traceId });
      const pass = { kind: 'approved', rows, found: null } as { kind: 'approved'; rows: number; found: number | null };
      giveExportPass(c, pass);
      const recording = {
        actor,
        tenantId: actor.tenantId,
        ip: c.ip,
        userAgent: '',
        traceId,
        objectType: one.resource.name,
        action: one.name,
        asked: asked.input,
      };
      const answer = await recorded(app().db, recording, async (done) => {
        const given = await run(one, c, asked.input);
        done(given);
        return given;
      });
      invariant(answer instanceof FileAnswer && wasAdmitted(c), 'export-admitted', asked.call);
      return { name: answer.name, stream: answer.stream, rows: pass.found ?? 0 };
    },
  };
}

async function run({ decoding, handler }: ExportCall, c: Context, input: ExportAsked['input']): Promise<unknown> {
  return handler(c, await decoding.inputOf(decoding.wireOf({ ...input }, c), c));
}

/** Checks the permission of the call, as for a request. @throws NO_PERMISSION */
function assertCan(actor: Actor, { resource, name, call }: ExportCall): void {
  const isDenied = call.methods.some((method) => actor.deniedRoutes?.has(`${method} /api/${resource.name}/${name}`));
  if (isDenied || !canCall(actor, resource, call)) throw commonErrors.NO_PERMISSION();
}

/** Returns the context of a handler without a waiting caller. */
export function contextFor(
  app: App,
  actor: Actor,
  { locale, zone }: Pick<ExportAsked, 'locale' | 'zone'>,
  { request, traceId }: { readonly request?: Pick<FastifyRequest, 'caller'>; readonly traceId: string },
): Context {
  return {
    app,
    actor,
    locale,
    zone,
    traceId,
    ip: actor.ip ?? '',
    idempotencyKey: null,
    get request(): FastifyRequest {
      invariant(request, 'export-without-request', traceId);
      return request as FastifyRequest;
    },
    get reply(): never {
      throw new Error('This call answers no request');
    },
    can: (permission) => holds(actor, permission),
    ruleOf: (name) => actor.dataRules?.[name],
    tx: (work) => app.db.tx(work),
    upload: () => {
      throw httpErrors.FILE_REQUIRED();
    },
  };
}

/** Title of an export: the resource's for its list, with the call's for other calls. */
function titleOf(resource: Resource, name: string): Text {
  const call = resource.calls[name];
  if (!call || name === 'export') return resource.title;
  return { zh: `${resource.title.zh} · ${call.title.zh}`, en: `${resource.title.en} · ${call.title.en}` };
}

const WORDS: Readonly<Record<string, Text>> = {
  format: { zh: '格式', en: 'Format' },
  columns: { zh: '列', en: 'Columns' },
  ids: { zh: '已选', en: 'Chosen' },
  ascs: { zh: '升序', en: 'Ascending by' },
  descs: { zh: '降序', en: 'Descending by' },
  from: { zh: '开始时间', en: 'From' },
  to: { zh: '结束时间', en: 'To' },
  plain: { zh: '明文', en: 'Unmasked' },
};
/** Suffixes of parameter names and their comparisons, `createTime_dategt`. */
const RULES: readonly (readonly [RegExp, Text])[] = [
  [/_(date)?g[et]$/, { zh: '起', en: ', from' }],
  [/_(date)?l[et]$/, { zh: '止', en: ', until' }],
  [/_like(right|left)?$/, { zh: '包含', en: ' contains' }],
  [/_notequal$/, { zh: '不是', en: ' is not' }],
];
const NOTE_MAX = 200;

/** Returns the parameters of an export, one a line, for its approver. */
function linesOf(app: App, { fields }: Resource, input: ExportAsked['input']): AskedInWords[] {
  const labelOf = (name: string): Text => ownField(fields, name)?.options.label ?? { zh: name, en: name };
  return Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => {
      const own = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      if (own && name === 'ids') {
        const count = text.split(',').length.toLocaleString('en-US');
        return { name: own, note: { zh: `${count} 条`, en: count } };
      }
      if (own && (name === 'columns' || name.endsWith('scs'))) {
        const labels = text.split(',').map(labelOf);
        const zh = labels.map((label) => label.zh).join('、');
        return { name: own, note: { zh: cut(zh), en: cut(labels.map((label) => label.en).join(', ')) } };
      }
      if (own) return { name: own, note: cut(text) };
      const [base = name] = name.split('_');
      const field = ownField(fields, name) ?? ownField(fields, base);
      const label = labelOf(field ? base : name);
      const rule = RULES.find(([pattern]) => pattern.test(name))?.[1];
      return {
        name: rule ? { zh: `${label.zh} ${rule.zh}`, en: label.en + rule.en } : label,
        note: field?.dictionary ? valuesOf(app, field.dictionary, text) : cut(text),
      };
    });
}

const ownField = (fields: Readonly<Record<string, Field>>, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function valuesOf(app: App, dictionary: Dictionary, text: string): Text {
  const inWords = (locale: 'zh' | 'en') =>
    cut(
      text
        .split(',')
        .map((value) => app.dictionaries.nameOf(dictionary, Number(value), locale))
        .join(', '),
    );
  return { zh: inWords('zh'), en: inWords('en') };
}

const cut = (text: string): string => (text.length > NOTE_MAX ? `${text.slice(0, NOTE_MAX)}…` : text);
