import { sandboxValidation } from './sandbox.ts';
import type { ValidationPort } from './validation.ts';

/** The providers' front door: nothing else of this folder is imported from outside. */
export type { Finding, Lookup, ValidationPort, Verdict } from './validation.ts';

/** Who checks numbers. The built-in sandbox, until a tenant has signed with a vendor. */
export const validationPort = (): ValidationPort => sandboxValidation;
