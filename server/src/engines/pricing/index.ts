/** The pricing front door: nothing else of this folder is imported from outside. */
export { addPrice, type BatchOutcome, type BatchSetting, changePrice, markUsed, type Price, PRICE_STATUS, type PriceValues, removePrices, setPriceStatus, setPrices, turnPrices } from './book.ts';
export { pricingErrors } from './errors.ts';
export { LEVEL_DISCOUNT, type PriceKey, type PriceReader, type Resolved, resolvePrice, resolvePrices } from './resolve.ts';
export { agentPrices, prices, type Tier } from './tables.ts';
