export { importRegions, regionTemplate } from './importing.ts';
export { addOrChange, childrenOf, completed, findRegion, type RegionRow, removeRegion } from './regions.ts';
export { seedRegions } from './seed.ts';
export { regions } from './tables.ts';
