import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { JobContext, Json } from '../../../kernel/jobs/index.ts';
import type { CheckFinding, Provider } from '../../vendors/providers/index.ts';
import type { Deferral } from './states.ts';
import type { WorkAttempt, WorkChunk, WorkTask } from './tables.ts';

/** Class and properties of a line's result. */
export interface LineResult {
  /** Class from 0 to 9, as the kind's dictionary names it. */
  readonly result: number;
  readonly isChargeable: boolean;
}

/** A result to be stored: the class, and the finding it comes from; null for none. */
export interface StoredResult extends LineResult {
  readonly lineNo: number;
  readonly finding: Omit<CheckFinding, 'e164' | 'verdict'> | null;
  readonly error: string | null;
}

/** A line with its result. */
export interface DecidedLine {
  readonly lineNo: number;
  readonly e164: bigint;
  readonly itemId: bigint | null;
  readonly result: number;
  readonly error: string | null;
}

/** A line before it is handed over. */
export interface OpenLine {
  readonly lineNo: number;
  /** 0 for a recipient that only the channel's id is known of. */
  readonly e164: bigint;
  readonly itemId: bigint | null;
  /** The channel's id of the recipient, instead of a number. */
  readonly userRef: string | null;
  readonly params: Readonly<Record<string, string>> | null;
  /** Its price in units. */
  readonly units: number;
  readonly attemptNo: number;
  readonly messageId: string | null;
}

/** Why a line is not handed over. */
export interface Refused {
  readonly reason: number;
  readonly rule: string;
}

/** Verdict on lines that are about to be handed over. */
export interface Admission {
  /** By number of the line; the others may be handed over. */
  readonly refused: ReadonlyMap<number, Refused>;
  /** Why nothing of the task may be handed over: the code of an error. The task is paused until the reason is gone. */
  readonly pause?: string;
  /** Lines that may be handed over later only, by number: from when on, at the earliest. */
  readonly deferred?: ReadonlyMap<number, Deferral>;
}

/** A chunk that this worker may hand over now, and how. */
export interface Leased {
  readonly kind: WorkKind;
  readonly task: WorkTask;
  readonly chunk: Pick<WorkChunk, 'taskId' | 'chunkNo' | 'stage' | 'laneNo' | 'fence' | 'round'>;
  /** With an adapter for checks only. */
  readonly provider: Provider & { readonly adapter?: unknown };
  readonly attempt: Pick<WorkAttempt, 'id' | 'state' | 'reference' | 'missing' | 'createTime'>;
  /** A new exchange, or one whose answer is not known yet. */
  readonly isNew: boolean;
  readonly lines: readonly OpenLine[];
}

/** Work whose lines are handed over one by one, and whose outcomes are reported later: messages. */
export interface HandOver {
  /** Returns the only provider that may do a task; null when it is gone. */
  provider(app: App, tx: Tx, task: WorkTask): Promise<Provider | null>;
  /** Prepares lines in the transaction that leases them, so that receipts find them whatever happens next; returns them with their messages. */
  begin(tx: Tx, leased: Leased): Promise<readonly OpenLine[]>;
  /** Takes what chunks of all tasks share, at the end of that transaction. @returns false when there is not enough: the lease is undone */
  take?(tx: Tx, leased: Leased): Promise<boolean>;
  /** Hands a leased chunk over, outside a transaction, and stores the outcome; for one that is not new, ends the doubt about it. */
  run(app: App, leased: Leased): Promise<void>;
}

/** A kind of work of many lines. Values, collected by the composition root. */
export interface WorkKind {
  /** `area/verb`, stable: rows name it. */
  readonly name: string;
  readonly title: Text;
  /** The resource whose lists show its tasks. */
  readonly resource: ResourceName;
  /** Permission its owner needs while a phase runs. */
  readonly permission: string;
  /** Class of a number without a finding after the last round. */
  readonly unknown: number;
  /** The ability that a task needs of providers. */
  capabilityOf(task: WorkTask): number;
  /** Adds the lines of a task (`addLines`). Interrupted, it runs again from the start, without the lines of the last time. */
  read(job: JobContext, task: WorkTask, input: Json): Promise<void>;
  resultOf(task: WorkTask, finding: CheckFinding): LineResult;
  /** Returns the earlier results of the lines of a cached lane (`cached_time`); a line without one is unknown. */
  recall?(tx: Tx, task: WorkTask, lines: readonly OpenLine[]): Promise<readonly StoredResult[]>;
  /** Decides which lines must not be handed over, in the transaction that hands the others over. */
  admit?(app: App, tx: Tx, task: WorkTask, lines: readonly OpenLine[], countryCode: string): Promise<Admission>;
  /** Applies results in the transaction that stores them. */
  apply?(tx: Tx, task: WorkTask, lines: readonly DecidedLine[]): Promise<void>;
  /** Ends the task in the transaction that closes it, for lines that got no result. */
  close?(tx: Tx, task: WorkTask): Promise<void>;
  /** How its units are charged; without it the work is free. */
  readonly charge?: {
    readonly packageService: number;
    readonly rebateSource: 'check' | 'message' | 'sms';
    /** Prices the lanes of the present stage (`priceLanes`). @throws refusals of the quote, which fail the task */
    quote(app: App, tx: Tx, task: WorkTask): Promise<void>;
  };
  /** Its owner confirms a task after its lines were read; until then it is a draft without money. */
  readonly isConfirmed?: true;
  readonly hand?: HandOver;
  /** Returns how many lines a second each of some running tasks can expect; one that nobody knows it of is left out. */
  pace?(app: App, tasks: readonly WorkTask[]): Promise<ReadonlyMap<bigint, number>>;
  /** Shown in the task centre at the end. */
  summary(app: App, task: WorkTask): Promise<Json>;
}

export const defineWork = (kind: WorkKind): WorkKind => kind;

export type WorkKinds = ReadonlyMap<string, WorkKind>;
