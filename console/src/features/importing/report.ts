type Counts = readonly { readonly countryCode: string; readonly count: number }[];

/** The result of an import; every part is optional. */
export interface Report {
  readonly batchNo?: string;
  readonly fileName?: string;
  readonly state?: string;
  readonly totalLines?: number;
  readonly goodLines?: number;
  readonly rejectedLines?: number;
  readonly added?: number;
  readonly existing?: number;
  readonly duplicatesInFile?: number;
  readonly duplicatesInStock?: number;
  readonly warnings?: number;
  readonly ambiguousLines?: number;
  readonly unclear?: {
    readonly lines: number;
    readonly samples: readonly string[];
    readonly international: Counts;
    readonly national: Counts;
  };
  readonly typeDoubts?: readonly { readonly lineType: number; readonly count: number }[];
  readonly sharedLines?: number;
  readonly newSuppliers?: readonly string[];
  readonly reasons?: readonly { readonly code: number; readonly count: number }[];
  readonly countries?: Counts;
  readonly problems?: readonly {
    readonly lineNo: number;
    readonly file?: string;
    readonly text: string;
    readonly code: number;
    readonly detail?: string;
  }[];
}

/** A task's result as the report of an import; undefined when it is something else. */
export function reportOf(result: unknown): Report | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  const report = result as Report;
  return typeof report.totalLines === 'number' || Array.isArray(report.reasons) ? report : undefined;
}
