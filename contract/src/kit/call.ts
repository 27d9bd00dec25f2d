import { z } from 'zod';
import type { Text } from './locale.ts';

/**
 * Users who may make a call: everyone, every signed-in user, or holders of the resource's permission for this action. A full
 * code (`system/role:grant`) is the permission of another resource, for calls that belong to its work.
 */
export type Access = 'public' | 'signed-in' | (string & {});

/** How an answer travels: in the envelope, bare (the token calls), or as a streamed file. */
export type Answer = 'envelope' | 'bare' | 'file';

/**
 * Subject of a call that a stolen session must not change: permissions, ways to sign in, destinations of money and
 * files, the limits that guard all three, and prices.
 */
export type Guarded = 'rights' | 'credentials' | 'destinations' | 'safeguards' | 'prices';

export interface Call<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType, A extends string = string> {
  readonly methods: readonly ('GET' | 'POST')[];
  readonly title: Text;
  /** Query string, form and JSON body read as one. */
  readonly input: I;
  readonly data: D;
  readonly access: A;
  readonly answer: Answer;
  /**
   * Honours the `Idempotency-Key` header: a repeated key repeats the answer, not the work. So does every POST call of a
   * signed-in user that answers in the envelope, unless it is `keyless`.
   */
  readonly idempotent: boolean;
  /** Answered although the screen of the session is locked; every other call is refused then. */
  readonly whileLocked?: boolean;
  /** Limit per caller and minute, where it is lower than the general one; a higher one replaces the general one. */
  readonly perMinute?: number;
  /** Accepts a multipart upload of one file in the part `file`. */
  readonly upload?: Upload;
  /** Allowed for users who must change their password first; all other calls are refused. */
  readonly beforePasswordChange?: true;
  /**
   * Allowed for users who must set up two-step verification first, as are calls `beforePasswordChange`; others are
   * refused.
   */
  readonly beforeSecondFactor?: true;
  /**
   * A user with two-step verification repeats it for this call, unless they did so recently: otherwise 428. `owned`: a
   * user without it is not asked to set it up, even where the operator requires it for moving money.
   */
  readonly stepUp?: true | 'owned';
  /** Guarded subject of the call: such a call implies `stepUp`. */
  readonly changes?: Guarded;
  /** Parameters whose values are never logged: sign-in codes, texts to people. */
  readonly unlogged?: readonly string[];
  /** Reason why a POST call leaves no row in the audit trail: its change is not relevant. */
  readonly untrailed?: string;
  /**
   * Why a file contains no rows of a list: a template, a picture. Every other file is an export, which may need a
   * second person.
   */
  readonly rowless?: string;
  /** Ignores unknown parameters, as a standard requires; every other call refuses them by name. */
  readonly allowUnknownNames?: true;
  /** The handler reads the body as it was sent (`c.request.body`, text); parameters are in the query only. */
  readonly rawBody?: true;
  /**
   * Needs the headers `nonce`, `timestamp` and `signature` (docs/public-calls.md), and is answered once for each nonce. A `reading` call is
   * answered also while the database cannot store nonces.
   */
  readonly signed?: 'reading' | 'writing';
  /** Pages of any site may make the call from a browser; it reads no cookie and no session. */
  readonly crossOrigin?: true;
  /** A second address below `/api/`, which other programs know. */
  readonly alsoAt?: string;
  /** Longest body, in bytes. */
  readonly bodyBytes?: number;
  /** Only refusals are written to the API log: the call is made too often, and its handler stores what matters. */
  readonly logsRefusalsOnly?: true;
  /** Made by the resource kit from the resource's fields. */
  readonly standard?: Standard;
}

/** Size limit of an upload, and its allowed kinds of content (detected by content, not by name). */
export interface Upload {
  readonly maxBytes: number;
  readonly kinds?: readonly string[];
  /** The stored file is kept and listed among the attachments, unlike a list that is read and deleted. */
  readonly isAttachment?: true;
}

/**
 * Why a POST call honours no key. `reads`: it changes nothing. `proof`: it needs a password, a code or a ticket valid
 * once, so a repetition is refused or asks again; its answer (secrets) must not be stored for repeated answers, and
 * wrong tries are counted although it is refused. `secret`: it answers the secret once; a repetition creates another
 * one.
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
  readonly rawBody?: true;
  readonly signed?: 'reading' | 'writing';
  readonly crossOrigin?: true;
  readonly alsoAt?: string;
  readonly bodyBytes?: number;
  readonly logsRefusalsOnly?: true;
}

/**
 * A guarded change needs two-step verification. Safeguards can be changed without it being set up, because one of them
 * requires it.
 */
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
    ...(options.rawBody ? { rawBody: true } : {}),
    ...(options.signed ? { signed: options.signed, crossOrigin: true } : {}),
    ...(options.crossOrigin ? { crossOrigin: true } : {}),
    ...(options.alsoAt === undefined ? {} : { alsoAt: options.alsoAt }),
    ...(options.bodyBytes === undefined ? {} : { bodyBytes: options.bodyBytes }),
    ...(options.logsRefusalsOnly ? { logsRefusalsOnly: true } : {}),
  });

/**
 * Returns whether a call leaves a row in the audit trail: every call that is not for reading, unless it gives a reason.
 */
export const isTrailed = (call: Call): boolean => call.methods.includes('POST') && call.untrailed === undefined;

/** Returns whether a call answers rows as a file: every file, unless it gives a reason. */
export const isExport = (call: Pick<Call, 'answer' | 'rowless'>): boolean =>
  call.answer === 'file' && call.rowless === undefined;

/** A reading call. */
export const get = define(['GET']);
/** A changing call; its parameters come from query string, form or JSON alike. */
export const post = define(['POST']);
/** A call both verbs reach. */
export const getOrPost = define(['GET', 'POST']);
