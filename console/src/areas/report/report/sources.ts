import { report } from '@trade-assistant/contract/areas/report/report.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useCall } from '../../../kit/client/query.ts';

const STALE_MILLIS = 10 * 60_000;

export type Source = CallData<typeof report, 'sources', 'in'>[number];
export type Result = CallData<typeof report, 'run', 'in'>;
export type SourceField = Source['fields'][number];

/** Returns the lists that the reader may ask about; undefined until they are known. */
export const useSources = (): readonly Source[] | undefined =>
  useCall(report, 'sources', {}, { staleMillis: STALE_MILLIS }).data;

/** Returns a list by its key. */
export const useSource = (key: string | undefined | null): Source | undefined =>
  useSources()?.find(({ source }) => source === key);
