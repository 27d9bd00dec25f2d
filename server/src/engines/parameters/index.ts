/** The parameters' front door: nothing else of this folder is imported from outside. */
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
