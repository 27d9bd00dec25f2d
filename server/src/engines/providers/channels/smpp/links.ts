import type { App } from '../../../../kernel/app/index.ts';

/** Returns the providers with a bound link on this node: only it hands messages to them. */
export const localSenders = (_app: App): readonly bigint[] => [];
