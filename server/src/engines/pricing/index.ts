/** The pricing front door: nothing else of this folder is imported from outside. */
export {
  addPrice,
  applyScheduledPrices,
  type BatchSetting,
  changePrice,
  markUsed,
  PRICE_STATUS,
  type Price,
  type PriceValues,
  removePrices,
  setPriceStatus,
  setPrices,
} from './book.ts';
export { currentPrices, pricesChangedAt } from './current.ts';
export { pricingErrors } from './errors.ts';
export {
  LEVEL_DISCOUNT,
  type PriceReader,
  type ResolvedPrice,
  resolvePrice,
  resolvePriceForReaders,
  resolvePrices,
} from './resolve.ts';
export { agentPrices, prices } from './tables.ts';
