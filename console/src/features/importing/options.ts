import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ReactNode } from 'react';
import type { NamedFields } from '../../kit/form/values.ts';

/** How the rows of a resource are imported from a file. */
export interface ImportOptions<C extends string = string> {
  /** The upload call, and the calls around it. */
  readonly call: C;
  /** Looks at the first rows: a person chooses the column of numbers where it is not recognised. */
  readonly inspect?: C;
  readonly template?: C;
  readonly commit?: C;
  /** Answers the country of lines whose country is unclear. */
  readonly readAs?: C;
  /** Corrects the type or the country of doubtful numbers before the confirmation. */
  readonly correct?: C;
  readonly discard?: C;
  /** Fields of the form beside the file. */
  readonly fields?: NamedFields;
  /** The names of the codes in the report's reasons. */
  readonly reasons?: Dictionary;
  /** Fields whose last values the next import starts with. */
  readonly remembered?: readonly string[];
  /** Whether lines may also be pasted, with the text of the box. */
  readonly paste?: Text;
  /** Consequences of the confirmation, shown above its report. */
  readonly preview?: (batchNo: string) => ReactNode;
  /** Next steps for the rows of a finished import. */
  readonly next?: (done: {
    readonly batchNo: string;
    readonly goodLines: number;
    readonly onClose: () => void;
  }) => ReactNode;
  /** Endings of file names offered in the file dialog. */
  readonly accept?: string;
  readonly help?: Text;
}
