import type { App } from '../../../kernel/app/index.ts';
import { httpChecks } from './http-checks.ts';
import type { CheckAdapter } from './ports.ts';
import type { ProviderRow } from './tables.ts';

/** Returns the adapter of a provider's protocol. */
export const adapterOf = (app: App, row: ProviderRow): CheckAdapter => httpChecks(app, row);
