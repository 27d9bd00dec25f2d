import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { nameKey, type SupplierName } from '../../suppliers/index.ts';
import type { BatchDefaults, StagedLine } from '../batches.ts';
import { NEW_SUPPLIERS_MAX } from '../supplier-names.ts';

type Own = Partial<StagedLine> | { readonly bad: Text };

/** Finds the suppliers that lines name, by name or code, and collects new names. */
export class Sellers {
  readonly #book: ReadonlyMap<string, SupplierName>;
  readonly #defaults: BatchDefaults;
  /** New names as first written, by `nameKey`; the values are true once a staged line has them. */
  readonly #added = new Map<string, { readonly name: string; isStaged: boolean }>();

  constructor(book: ReadonlyMap<string, SupplierName>, defaults: BatchDefaults) {
    this.#book = book;
    this.#defaults = defaults;
    if (defaults.supplierName && !defaults.supplierId) this.#add(defaults.supplierName);
  }

  /** Returns the values of a line with its supplier; a line with one new name too many is refused. */
  named(own: Own): Own {
    if ('bad' in own || own.supplierName === undefined || own.supplierName === null) return own;
    const key = nameKey(own.supplierName);
    const known = this.#book.get(key);
    if (known) return { ...own, supplierName: known.name, supplierId: String(known.id) };
    const added = this.#added.get(key) ?? (this.#added.size < NEW_SUPPLIERS_MAX ? this.#add(own.supplierName) : null);
    return added ? { ...own, supplierName: added.name, supplierId: null } : { bad: TOO_MANY };
  }

  /** Records that a line is staged. */
  note({ supplierName = this.#defaults.supplierName }: StagedLine): void {
    if (this.#added.size === 0 || !supplierName) return;
    const added = this.#added.get(nameKey(supplierName));
    if (added) added.isStaged = true;
  }

  found(): { newSuppliers?: string[] } {
    const names = [...this.#added.values()].filter(({ isStaged }) => isStaged).map(({ name }) => name);
    return names.length === 0 ? {} : { newSuppliers: names };
  }

  #add(written: string) {
    const added = { name: written.trim(), isStaged: false };
    this.#added.set(nameKey(written), added);
    return added;
  }
}

const TOO_MANY: Text = {
  zh: `供应商：名单中未登记的供应商超过 ${NEW_SUPPLIERS_MAX} 个，请先添加`,
  en: `Supplier: the list names more than ${NEW_SUPPLIERS_MAX} unknown suppliers; add them first`,
};
