export { addOrAsk, belowCostApproval, changeOrAsk, setOrAsk } from './below-cost.ts';
export {
  addPrice,
  applyScheduledPrices,
  changePrice,
  knownCost,
  markUsed,
  PRICE_STATUS,
  type Price,
  type PriceValues,
  removePrices,
  setPriceStatus,
} from './book.ts';
export { assertItems, configureAgents, type TermsItem, takeBackTerms } from './configure.ts';
export { currentPrices, pricesChangedAt, resolveWithTiers } from './current.ts';
export { noPriceIn, pricingErrors } from './errors.ts';
export { type MatrixRow, matrixOf, type TermsRow } from './matrix.ts';
export { LEVEL_DISCOUNT } from './price-index.ts';
export { resolvePrice, resolvePriceForReaders, resolvePrices } from './resolve.ts';
export type { PriceReader, ResolvedPrice } from './resolved-price.ts';
export { type AgentPrice, agentPrices, agentTemplates, prices } from './tables.ts';
export { type TemplatePrice, templatePrices } from './template-prices.ts';
export { findTemplate, removeTemplates, saveTemplate, templatesOf } from './templates.ts';
