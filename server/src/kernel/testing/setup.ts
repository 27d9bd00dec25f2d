import { configureGlobal } from 'fast-check';

// A property that fails prints its seed; FC_SEED runs it again with the same histories, FC_RUNS with more of them.
const seed = Number(process.env.FC_SEED);
const numRuns = Number(process.env.FC_RUNS);
if (seed || numRuns) configureGlobal({ ...(seed ? { seed } : {}), ...(numRuns ? { numRuns } : {}) });
