/** Public exports of the parameters engine; other folders import only this file. */
export {
  type AskedParameter,
  askedOf,
  askIfWeaker,
  isHeld,
  lockAsked,
  parameterApproval,
  setParameter,
} from './guarded.ts';
export { params } from './tables.ts';
