export { supplierErrors } from './errors.ts';
export { addSuppliers, nameKey, type SupplierName, supplierBook, supplierNames, supplierOf } from './records.ts';
export { suppliers } from './tables.ts';
