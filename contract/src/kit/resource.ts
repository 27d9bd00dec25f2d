import { z } from 'zod';
import { type Call, type Guarded, guardOf, type Standard } from './call.ts';
import { type ExportCall, exportCall } from './export.ts';
import { type Field, mustBeGiven } from './field.ts';
import { kindOf } from './kinds.ts';
import type { Text } from './locale.ts';
import { type ListQuery, listQuery, pageOf, type StateCounts, stateCounts } from './page.ts';
import { id, ids, int32 } from './schema.ts';
import { localizedRule } from './sentences.ts';
import { time } from './time.ts';
import type { Transitions } from './transitions.ts';

export type Fields = Readonly<Record<string, Field>>;
export type Calls = Readonly<Record<string, Call>>;

/**
 * The agreement of console and server about one noun. Its name is its address: `whatsapp/warehouse` is served below
 * `/api/whatsapp/warehouse/`, each call at its key. A name without a slash is an area with one resource: its calls are
 * directly below `/api/message/`.
 */
export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  C extends Calls = Calls,
  X extends string = string,
> {
  readonly name: N;
  readonly title: Text;
  readonly fields: F;
  readonly calls: C;
  /** Permissions beyond those of the calls (to see costs, to see numbers unmasked), with their labels. */
  readonly extras: Readonly<Record<X, Text>>;
  /** The purpose of the screen, in one sentence beside its title. */
  readonly help?: Text;
  /** Shown in an empty list: how to add the first row. */
  readonly empty?: Text;
  /** The field that names a row to people, one per language where rows have two names. */
  readonly nameField?: NameField;
  /** Default order of a list: a sortable field, descending with a leading minus. Without it newest first. */
  readonly defaultSort?: string;
  /** Fields whose values together are unique within a tenant; the database has a unique index for them. */
  readonly unique?: readonly (readonly string[])[];
  /** The field with the id of the parent row, if rows form a tree. */
  readonly parentField?: string;
  /** The dictionary field with the state of a row: lists offer its values as tabs, counted by `counts`. */
  readonly stateField?: string;
  /** How a row's state changes; every other way is refused. Their calls come from `transitionCalls`. */
  readonly transitions?: Transitions;
  /** Titles of changes of state in the history that are named after no call. */
  readonly events?: Readonly<Record<string, Text>>;
  /**
   * All tenants share its rows. Its calls with a permission are only for the platform's own tenant, whatever roles
   * other tenants have.
   */
  readonly isPlatformWide?: true;
  /** Fields at the head of a record, beside its name: by default its state. */
  readonly head?: readonly string[];
  /** Lists searched by the search over all records. */
  readonly found?: readonly Found[];
  /** Lists of rows about phone numbers, which the history of a number reads. */
  readonly numbers?: readonly NumberRows[];
  /** Pending rows, counted on the home page. */
  readonly waiting?: readonly Waiting[];
}

/** A list whose rows are about phone numbers. */
export interface NumberRows {
  /** The list call. */
  readonly call: string;
  /** The field with the number, where a row is about one and keeps it. */
  readonly field?: string;
  /** Fields shown beside the name of a row. */
  readonly shows: readonly string[];
  /** Facts about one number in a row of many, such as the result of its check. */
  readonly facts?: Fields;
  readonly of?: Found['of'];
}

/** A list searched by the search over all records. */
export interface Found {
  /** The list call. */
  readonly call: string;
  /** Fields that are compared with the keyword: contact phones and numbers by their digits, others by a part. */
  readonly by: readonly string[];
  /** Fields shown beside the name of a row. */
  readonly shows: readonly string[];
  /** Where the list is not the resource's own: its fields, name field, title and screen. */
  readonly of?: Pick<Resource, 'fields' | 'nameField' | 'title'> & { readonly screen: string };
  /** A resource with the same rows: those it finds are left out here. */
  readonly unless?: string;
}

/** Pending rows, for the users who may handle them. */
export interface Waiting {
  readonly title: Text;
  /** The list call and the filters that select the rows, as in the address of the list. */
  readonly call: string;
  readonly filters: Readonly<Record<string, string>>;
  /** The permission of the resource that its readers need to act: `audit`. */
  readonly access: string;
  /** The time since which a row waits. */
  readonly since?: string;
  /** The screen of the list, if it is not the resource's own. */
  readonly screen?: string;
  /** Readers with the same rights have different rows. */
  readonly isPersonal?: true;
  /** How the home page shows the oldest rows; without it, it shows only their number. */
  readonly brief?: WaitingBrief;
}

/** The parts of a pending row on the home page. */
export interface WaitingBrief {
  /** Fields that say who or what it is about. */
  readonly about: readonly string[];
  /** The field with its amount or quantity. */
  readonly amount?: string;
  /** The key of the row action of its screen that settles it; none where a decision needs what the record shows: pictures, texts, evidence. */
  readonly settle?: string;
}

/** One field, or one per language. */
export type NameField<K extends string = string> = K | { readonly zh: K; readonly en: K };

interface Definition<F extends Fields, C extends Calls, X extends string> {
  readonly title: Text;
  readonly fields: F;
  readonly calls: C;
  readonly extras?: Readonly<Record<X, Text>>;
  readonly help?: Text;
  readonly empty?: Text;
  readonly nameField?: NameField<keyof F & string>;
  readonly defaultSort?: (keyof F & string) | `-${keyof F & string}`;
  readonly unique?: readonly (readonly (keyof F & string)[])[];
  readonly parentField?: keyof F & string;
  readonly stateField?: keyof F & string;
  readonly transitions?: Transitions;
  readonly events?: Readonly<Record<string, Text>>;
  readonly isPlatformWide?: true;
  readonly head?: readonly (keyof F & string)[];
  readonly found?: readonly Found[];
  readonly numbers?: readonly NumberRows[];
  readonly waiting?: readonly Waiting[];
}

export const resource = <const N extends string, F extends Fields, C extends Calls, X extends string = never>(
  name: N,
  definition: Definition<F, C, X>,
): Resource<N, F, C, X> => ({ ...definition, name, extras: definition.extras ?? ({} as Record<X, Text>) });

type Required<F extends Field> = F['options'] extends { readonly required: true } ? true : false;
type Restricted<F extends Field> = F['options'] extends { readonly readPermission: string } ? true : false;
type Value<F extends Field, Side extends 'in' | 'out'> = Side extends 'in'
  ? z.input<F['schema']>
  : z.output<F['schema']>;

/** A row: required fields are never null; fields behind a permission may be missing. */
export type RowShape<F extends Fields, Side extends 'in' | 'out'> = {
  [K in keyof F as Restricted<F[K]> extends true ? never : K]: Required<F[K]> extends true
    ? Value<F[K], Side>
    : Value<F[K], Side> | null;
} & { [K in keyof F as Restricted<F[K]> extends true ? K : never]?: Value<F[K], Side> | null | undefined } & {
  id: Side extends 'in' ? string : bigint;
};

type Writable<F extends Fields> = {
  [K in keyof F as F[K]['options'] extends { readonly form: false } ? never : K]: F[K];
};
type WriteShape<F extends Fields, Side extends 'in' | 'out'> = {
  [K in keyof Writable<F> as Required<F[K]> extends true ? K : never]: Value<F[K], Side>;
} & { [K in keyof Writable<F> as Required<F[K]> extends true ? never : K]?: Value<F[K], Side> | null | undefined };

/** The type on the server. */
export type RowOf<R extends Resource> = RowShape<R['fields'], 'out'>;
/** The type on the wire. */
export type WireRowOf<R extends Resource> = RowShape<R['fields'], 'in'>;
/** The input of a creation, in the server's types. */
export type InputOf<R extends Resource> = WriteShape<R['fields'], 'out'>;

type AccessOf<C extends Calls> = {
  [K in keyof C]: C[K]['access'] | (C[K] extends { standard: 'submit' } ? 'add' : never);
}[keyof C];
type Action<C extends Calls> = Exclude<AccessOf<C>, 'public' | 'signed-in' | `${string}:${string}`>;
/** The permissions a resource gives rise to: `whatsapp/warehouse:edit`. */
export type PermissionOf<R> = R extends Resource<infer N, Fields, infer C, infer X> ? `${N}:${Action<C> | X}` : never;

export type CallInput<R extends Resource, K extends keyof R['calls'], Side extends 'in' | 'out'> = Side extends 'in'
  ? z.input<R['calls'][K]['input']>
  : z.output<R['calls'][K]['input']>;
export type CallData<R extends Resource, K extends keyof R['calls'], Side extends 'in' | 'out'> = Side extends 'in'
  ? z.input<R['calls'][K]['data']>
  : z.output<R['calls'][K]['data']>;

/** The schema of a row as it travels. Unknown properties are dropped, so an undeclared column never leaves the server. */
export function rowSchema<F extends Fields>(fields: F): z.ZodType<RowShape<F, 'out'>, RowShape<F, 'in'>> {
  const shape: Record<string, z.ZodType> = { id: id() };
  for (const [name, field] of Object.entries(fields)) {
    const answered = kindOf(field).answered(field);
    const value = field.options.required ? answered : answered.nullable();
    shape[name] = field.options.readPermission ? value.optional() : value;
    const { alias, namedAs } = field.options;
    if (alias) shape[alias] = z.string().optional();
    if (namedAs) shape[namedAs] = z.string().optional();
  }
  return z.object(shape) as unknown as z.ZodType<RowShape<F, 'out'>, RowShape<F, 'in'>>;
}

/**
 * The schema of a form: creating needs every required field without a default, updating only changes (null clears,
 * absent keeps).
 */
export function formSchema(fields: Fields, mode: 'create' | 'update'): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.options.form === false || (mode === 'update' && field.options.form === 'create')) continue;
    if (field.options.required)
      shape[name] = mode === 'create' && mustBeGiven(field) ? field.schema : field.schema.optional();
    else shape[name] = field.schema.nullable().optional();
    if (field.options.alias) shape[field.options.alias] = field.schema.nullable().optional();
  }
  return z.object(shape);
}

/** A form that creates without an `id` and updates with one. */
function submitSchema(fields: Fields): z.ZodObject {
  const { shape } = formSchema(fields, 'create');
  const required = Object.keys(shape).filter((name) => fields[name] && mustBeGiven(fields[name]));
  return formSchema(fields, 'update')
    .extend({ ...z.object(shape).partial().shape, id: id().optional(), version: int32().optional() })
    .superRefine((input, context) => {
      if (input['id'] !== undefined) return;
      for (const name of required)
        if (input[name] === undefined) context.addIssue({ code: 'custom', ...needed, path: [name] });
    });
}

/** Schema that names one row: by its id, or by another unique field if the resource declares one. */
function detailSchema(fields: Fields, by: string | undefined): z.ZodObject {
  const key = by === undefined ? undefined : fields[by];
  if (by === undefined || !key) return z.object({ id: id() });
  return z.object({ id: id().optional(), [by]: key.schema.optional() }).superRefine((input, context) => {
    if (input.id === undefined && input[by] === undefined) context.addIssue({ code: 'custom', ...needed, path: [by] });
  });
}

const needed = localizedRule({ zh: '请填写', en: 'is required' });

type CrudCall = Exclude<Standard, 'transition'>;

const titles: Record<CrudCall, Text> = {
  list: { zh: '列表', en: 'List' },
  page: { zh: '分页', en: 'Page' },
  counts: { zh: '各状态数量', en: 'Counts by status' },
  detail: { zh: '详情', en: 'Detail' },
  save: { zh: '新增', en: 'Add' },
  update: { zh: '修改', en: 'Edit' },
  submit: { zh: '新增或修改', en: 'Add or edit' },
  remove: { zh: '删除', en: 'Delete' },
  restore: { zh: '撤销删除', en: 'Undo deletion' },
  export: { zh: '导出', en: 'Export' },
  select: { zh: '选项', en: 'Options' },
  timeline: { zh: '状态记录', en: 'Status history' },
};
const accesses = {
  list: 'view',
  page: 'view',
  counts: 'view',
  detail: 'view',
  save: 'add',
  update: 'edit',
  submit: 'edit',
  remove: 'delete',
  restore: 'delete',
  export: 'export',
  select: 'view',
  timeline: 'view',
} as const;

/** Standard calls that change nothing and are made by GET. */
const READING: ReadonlySet<Standard> = new Set(['list', 'page', 'counts', 'detail', 'select', 'timeline']);

type ListCall<F extends Fields, A extends string> = Call<
  z.ZodType<ListQuery, Record<string, unknown>>,
  ReturnType<typeof pageOf<z.ZodType<RowShape<F, 'out'>, RowShape<F, 'in'>>>>,
  A
>;
type Versioned = { id: bigint; version?: number | undefined };
type WireVersioned = { id: string; version?: number | undefined };
type SavedSchema = z.ZodType<{ id: bigint }, { id: string }>;
interface StandardCalls<F extends Fields> {
  list: ListCall<F, 'view'>;
  page: ListCall<F, 'view'>;
  counts: Call<z.ZodType<ListQuery, Record<string, unknown>>, z.ZodType<StateCounts, StateCounts>, 'view'>;
  detail: Call<z.ZodType<{ id: bigint }, { id: string }>, z.ZodType<RowShape<F, 'out'>, RowShape<F, 'in'>>, 'view'>;
  save: Call<z.ZodType<WriteShape<F, 'out'>, WriteShape<F, 'in'>>, SavedSchema, 'add'>;
  update: Call<
    z.ZodType<Partial<WriteShape<F, 'out'>> & Versioned, Partial<WriteShape<F, 'in'>> & WireVersioned>,
    SavedSchema,
    'edit'
  >;
  submit: Call<
    z.ZodType<
      Partial<WriteShape<F, 'out'>> & Partial<Versioned>,
      Partial<WriteShape<F, 'in'>> & Partial<WireVersioned>
    >,
    SavedSchema,
    'edit'
  >;
  remove: Call<z.ZodType<{ ids: bigint[] }, { ids: string }>, z.ZodUndefined, 'delete'>;
  restore: Call<z.ZodType<{ ids: bigint[] }, { ids: string }>, z.ZodUndefined, 'delete'>;
  export: ExportCall<'export'>;
  timeline: Call<z.ZodType<{ id: bigint }, { id: string }>, typeof timeline, 'view'>;
  select: Call<
    z.ZodType<{ keyword: string; id?: bigint | undefined }, { keyword?: string; id?: string }>,
    typeof choices,
    'view'
  >;
}

/** The rows of a picker, at most 200, with names in both languages; rows that cannot be chosen are disabled. */
const choice = z.object({ value: id(), label: z.string(), labelEn: z.string(), disabled: z.boolean() });
export const choices = z.array(choice);
/** Choices that also have the names of the row, for clients of the family. */
export const namedChoices = <S extends z.ZodRawShape>(names: S) => z.array(choice.extend({ id: id(), ...names }));
/** State changes of a row with user, time and reason; newest first, at most 200. */
const timeline = z.array(
  z.object({
    time: time(),
    userName: z.string().nullable(),
    event: z.string(),
    from: z.int().nullable(),
    to: z.int(),
    reason: z.string().nullable(),
  }),
);
/** The input of a picker: a part of a name, or an id. */
export const choosing = z.object({ keyword: z.string().trim().max(64).default(''), id: id().optional() });

/** Calls the kit made say so in their type, which is how a server module knows which it need not answer itself. */
type MadeCalls<F extends Fields, K extends CrudCall> = {
  [P in K]: StandardCalls<F>[P] & { readonly standard: P };
};

/**
 * The standard calls over some fields. `more` declares further list parameters, which the server module reads from
 * `query.more`; `detailBy` names a unique field that `detail` accepts instead of the id. Permissions: list, page and
 * detail need `view`; save `add`; update `edit`; submit `edit` with an id, `add` without; remove and restore `delete`.
 * `counts` follows the resource's `stateField`. `restore` undoes a recent removal: only for resources whose removal
 * merely hides the row. `changes` is the guarded subject of the writing calls.
 */
export function crud<F extends Fields, const K extends CrudCall>(
  fields: F,
  names: readonly K[],
  options: { more?: Readonly<Record<string, z.ZodType>>; detailBy?: keyof F & string; changes?: Guarded } = {},
): MadeCalls<F, K> {
  const versioned = { id: id(), version: int32().optional() };
  const make: Record<CrudCall, () => { input: z.ZodType; data: z.ZodType }> = {
    list: () => ({ input: listQuery(fields, options.more), data: pageOf(rowSchema(fields)) }),
    page: () => ({ input: listQuery(fields, options.more), data: pageOf(rowSchema(fields)) }),
    counts: () => ({ input: listQuery(fields, options.more), data: stateCounts }),
    detail: () => ({ input: detailSchema(fields, options.detailBy), data: rowSchema(fields) }),
    save: () => ({ input: formSchema(fields, 'create'), data: z.object({ id: id() }) }),
    update: () => ({ input: formSchema(fields, 'update').extend(versioned), data: z.object({ id: id() }) }),
    submit: () => ({ input: submitSchema(fields), data: z.object({ id: id() }) }),
    remove: () => ({ input: z.object({ ids: ids() }), data: z.undefined() }),
    restore: () => ({ input: z.object({ ids: ids() }), data: z.undefined() }),
    export: () => exportCall(fields, options.more ? { more: options.more } : {}),
    select: () => ({ input: choosing, data: choices }),
    timeline: () => ({ input: z.object({ id: id() }), data: timeline }),
  };
  const calls: Record<string, Call> = {};
  for (const name of names) {
    const reading = READING.has(name);
    const { input, data } = make[name]();
    calls[name] = {
      methods: [reading ? 'GET' : 'POST'],
      title: titles[name],
      access: accesses[name],
      answer: name === 'export' ? 'file' : 'envelope',
      idempotent: !reading && name !== 'export',
      standard: name,
      input,
      data,
      ...(reading || name === 'export' || !options.changes ? {} : guardOf({ changes: options.changes })),
    };
  }
  return calls as unknown as MadeCalls<F, K>;
}
