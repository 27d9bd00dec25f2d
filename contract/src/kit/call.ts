import { z } from 'zod';
import type { Text } from './locale.ts';

/**
 * Who may make a call: anybody, anybody signed in, or holders of the resource's permission for this action. A full code
 * (`system/role:grant`) asks for the permission of another resource, whose work the call is part of.
 */
export type Access = 'public' | 'signed-in' | (string & {});

/** How an answer travels: in the envelope, bare (the token calls), or as a streamed file. */
export type Answer = 'envelope' | 'bare' | 'file';

/**
 * What a call changes that a taken-over session must not change: who may do what, how people get in, where money and files go,
 * and the limits that guard all three.
 */
export type Guarded = 'rights' | 'credentials' | 'destinations' | 'safeguards';

export interface Call<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType, A extends string = string> {
  readonly methods: readonly ('GET' | 'POST')[];
  readonly title: Text;
  /** Query string, form and JSON body read as one. */
  readonly input: I;
  readonly data: D;
  readonly access: A;
  readonly answer: Answer;
  /**
   * Honours the `Idempotency-Key` header: the same key never does it twice. So does every call by POST of somebody signed
   * in that answers in the envelope, unless it is `keyless`.
   */
  readonly idempotent: boolean;
  /** Answered although the screen of the session is locked; every other call is refused then. */
  readonly whileLocked?: boolean;
  /** How often one caller may make it within a minute, where that is less than what holds for all calls. */
  readonly perMinute?: number;
  /** Takes a multipart upload of one file in the part `file`. */
  readonly upload?: Upload;
  /** May be made by somebody who has to change their password first; all other calls are refused them. */
  readonly beforePasswordChange?: true;
  /** May be made by somebody who has to set up a second factor first, as are calls `beforePasswordChange`; others are refused them. */
  readonly beforeSecondFactor?: true;
  /**
   * Who has a second factor gives it again for this call, unless they did a short while ago: refused with 428 otherwise. `owned`:
   * who has none is not asked to set one up, even where the operator demands one of who moves money.
   */
  readonly stepUp?: true | 'owned';
  /** What it changes that needs guarding: such a call asks for the second factor (`stepUp`) without saying so. */
  readonly changes?: Guarded;
  /** Parameters whose values no log holds: codes to sign in with, texts to people. */
  readonly unlogged?: readonly string[];
  /** Why a call that may be made by POST leaves no row in the audit trail: what it changes is of no note. */
  readonly untrailed?: string;
  /** Why a file holds no rows of a list: a template, a picture. Every other file is an export, which may need a second person. */
  readonly rowless?: string;
  /** Unknown parameters are ignored, where a standard asks for that; every other call refuses them by name. */
  readonly allowUnknownNames?: true;
  /** Made by the resource kit from the resource's fields. */
  readonly standard?: Standard;
}

/** The size an upload may have, and the kinds of content it may hold (detected by content, not by name). */
export interface Upload {
  readonly maxBytes: number;
  readonly kinds?: readonly string[];
  /** What it stores is something people keep, and listed among the attachments; not so a list that is read and thrown away. */
  readonly isAttachment?: true;
}

/**
 * Why a call by POST honours no key. `reads`: it changes nothing. `proof`: it asks for a password, a code or a ticket that
 * is good once, so a repetition is refused or asks again; what it answers (secrets) must not be stored for repeated answers, and
 * wrong tries are counted although it is refused. `secret`: it answers the secret once; a repetition makes another one.
 */
export type Keyless = 'reads' | 'proof' | 'secret';

export type Standard =
  | 'list'
  | 'page'
  | 'counts'
  | 'detail'
  | 'save'
  | 'update'
  | 'submit'
  | 'remove'
  | 'restore'
  | 'export'
  | 'select'
  | 'timeline'
  | 'transition';

interface CallOptions<I extends z.ZodType, D extends z.ZodType, A extends string> {
  readonly title: Text;
  readonly access: A;
  readonly input?: I;
  readonly data?: D;
  readonly answer?: Answer;
  readonly keyless?: Keyless;
  readonly whileLocked?: boolean;
  readonly perMinute?: number;
  readonly upload?: Upload;
  readonly beforePasswordChange?: true;
  readonly beforeSecondFactor?: true;
  readonly stepUp?: true | 'owned';
  readonly changes?: Guarded;
  readonly untrailed?: string;
  readonly unlogged?: readonly string[];
  readonly rowless?: string;
  readonly allowUnknownNames?: true;
}

/** A guarded change asks for the second factor. Safeguards are changed also where none is set up: among them is the demand for one. */
export const guardOf = ({ stepUp, changes }: Pick<Call, 'stepUp' | 'changes'>): Pick<Call, 'stepUp' | 'changes'> => ({
  ...(stepUp || changes ? { stepUp: stepUp ?? (changes === 'safeguards' ? 'owned' : true) } : {}),
  ...(changes ? { changes } : {}),
});

const empty = z.object({});
const nothing = z.undefined();
type Empty = typeof empty;
type Nothing = typeof nothing;

const define =
  (methods: readonly ('GET' | 'POST')[]) =>
  <const A extends string, I extends z.ZodType = Empty, D extends z.ZodType = Nothing>(
    options: CallOptions<I, D, A>,
  ): Call<I, D, A> => ({
    methods,
    title: options.title,
    access: options.access,
    input: options.input ?? (empty as unknown as I),
    data: options.data ?? (nothing as unknown as D),
    answer: options.answer ?? 'envelope',
    idempotent:
      !methods.includes('GET') &&
      options.access !== 'public' &&
      (options.answer ?? 'envelope') === 'envelope' &&
      options.keyless === undefined,
    ...(options.whileLocked ? { whileLocked: true } : {}),
    ...(options.perMinute === undefined ? {} : { perMinute: options.perMinute }),
    ...(options.upload ? { upload: options.upload } : {}),
    ...(options.beforePasswordChange ? { beforePasswordChange: true } : {}),
    ...(options.beforeSecondFactor ? { beforeSecondFactor: true } : {}),
    ...guardOf(options),
    ...(options.untrailed === undefined ? {} : { untrailed: options.untrailed }),
    ...(options.unlogged ? { unlogged: options.unlogged } : {}),
    ...(options.rowless === undefined ? {} : { rowless: options.rowless }),
    ...(options.allowUnknownNames ? { allowUnknownNames: true } : {}),
  });

/** Whether a call leaves a row in the audit trail: all that are not for reading, unless they say why not. */
export const isTrailed = (call: Call): boolean => call.methods.includes('POST') && call.untrailed === undefined;

/** Whether a call answers with rows as a file: all files, unless they say why not. */
export const isExport = (call: Pick<Call, 'answer' | 'rowless'>): boolean =>
  call.answer === 'file' && call.rowless === undefined;

/** A reading call. */
export const get = define(['GET']);
/** A changing call; its parameters come from query string, form or JSON alike. */
export const post = define(['POST']);
/** A call both verbs reach. */
export const getOrPost = define(['GET', 'POST']);
