export { supplierErrors } from './errors.ts';
export {
  assertNameNotMerged,
  currentSupplier,
  findMerged,
  findSuppliers,
  holdMerges,
  mergedSuppliers,
  mergeSuppliers,
  ofSuppliers,
  unmergeSupplier,
} from './merging.ts';
export { addSuppliers, nameKey, type SupplierName, supplierBook, supplierNames, supplierOf } from './records.ts';
export { suppliers } from './tables.ts';
