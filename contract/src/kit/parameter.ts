import { z } from 'zod';
import { entryOf } from './dictionary.ts';
import { type Field, SECRET_MASK } from './field.ts';
import { kindOf } from './kinds.ts';
import type { Text } from './locale.ts';
import { sentenceFor } from './sentences.ts';

/**
 * A figure or switch that operators may change while the product runs. Its field has its kind, range, texts, group and,
 * as `initial`, the default.
 */
export interface Parameter<F extends Field = Field> {
  readonly field: F;
  /** Changed by the platform for all tenants, or overridden by each tenant. */
  readonly scope: 'platform' | 'tenant';
  /** The unit of a figure: `minutes`. */
  readonly unit?: Text;
  /** Sent to every console at sign-in. */
  readonly isPublic?: true;
  /** On the control panel by default; an operator may remove it and add others. */
  readonly isOnPanel: boolean;
  /** Limits one person's changes of money or data: a weaker value applies after a second person has approved it. */
  readonly guard?: Guard;
}

/** Which values of a guarded parameter are the weaker ones. */
export interface Guard {
  /** `given`: any new value; of a text, any but the empty one. */
  readonly weaker: 'higher' | 'lower' | 'given';
  /** Zero means no limit, the weakest value. */
  readonly zeroIsNoLimit?: true;
}

export type ValueOf<P extends Parameter> = z.output<P['field']['schema']>;

/** Declares a parameter; without `initial` on its field it does not compile. */
export const parameter = <const F extends Field>(
  field: F & { readonly options: { readonly initial: string | number } },
  more: Partial<Omit<Parameter, 'field'>> = {},
): Parameter<F> => ({ field, scope: 'tenant', isOnPanel: true, ...more });

/** A default as it is stored. */
export const defaultText = ({ field }: Parameter): string => String(field.options.initial);

/** The stored text as a form value of the parameter's field; invalid text stays text and is refused. */
export function wireOf({ field }: Parameter, stored: string): string | number {
  const isNumber = kindOf(field).column === 'integer';
  return isNumber && /^-?\d{1,10}$/.test(stored.trim()) ? Number(stored) : stored;
}

/** Returns a value as a form of the parameter's field has it; a secret stays sealed. */
export const wireValue = <P extends Parameter>({ field }: P, value: ValueOf<P>): string | number =>
  (field.kind === 'secret' ? value : z.encode(field.schema, value as never)) as string | number;

/** A stored value as it is answered: the mask for a secret that is set. */
export const answeredValue = (declared: Parameter | undefined, stored: string): string =>
  declared?.field.kind === 'secret' && stored !== '' ? SECRET_MASK : stored;

type ParsedParameter<P extends Parameter> = { readonly value: ValueOf<P> } | { readonly problem: Text };

/** Reads a stored value by the rule of its field. */
export function readStored<P extends Parameter>(declared: P, stored: string): ParsedParameter<P> {
  const result = declared.field.schema.safeParse(wireOf(declared, stored));
  if (result.success) return { value: result.data as ValueOf<P> };
  const issue = result.error.issues[0];
  return { problem: issue ? sentenceFor(issue) : { zh: '格式不正确', en: 'has an invalid format' } };
}

/** Whether a value guards less than the one before it; never for a parameter without a guard. Both are right values as stored. */
export function isWeaker(declared: Parameter, before: string, after: string): boolean {
  const { guard } = declared;
  if (!guard) return false;
  if (guard.weaker === 'given') return after.trim() !== '' && after.trim() !== before.trim();
  const strengthOf = (stored: string): bigint | number => {
    const read = readStored(declared, stored);
    const figure = 'value' in read ? (read.value as bigint | number) : 0;
    if (guard.zeroIsNoLimit && Number(figure) === 0) return Number.NEGATIVE_INFINITY;
    return guard.weaker === 'higher' ? -figure : figure;
  };
  return strengthOf(after) < strengthOf(before);
}

const ON: Text = { zh: '开启', en: 'on' };
const OFF: Text = { zh: '关闭', en: 'off' };
const NONE: Text = { zh: '无', en: 'none' };
const SET: Text = { zh: '已设置', en: 'set' };
const NO_LIMIT: Text = { zh: '不限', en: 'no limit' };

/** A stored value as people read it: with its unit, a switch by its name, a secret only as set or none. */
export function valueInWords({ field, unit, guard }: Parameter, stored: string): Text {
  const text = stored.trim();
  const entry = field.dictionary && field.kind !== 'yesNo' ? entryOf(field.dictionary, Number(text)) : undefined;
  if (entry) return { zh: entry.zh, en: entry.en };
  if (field.kind === 'yesNo') return Number(text) === 1 ? ON : OFF;
  if (text === '') return NONE;
  if (field.kind === 'secret') return SET;
  if (guard?.zeroIsNoLimit && Number(text) === 0) return NO_LIMIT;
  const figure = /^\d+$/.test(text) ? Number(text).toLocaleString('en-US') : text;
  return unit ? { zh: `${figure} ${unit.zh}`, en: `${figure} ${unit.en}` } : { zh: figure, en: figure };
}
