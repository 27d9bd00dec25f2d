import { memo, type ReactNode } from 'react';
import { useLocale } from '../../i18n.ts';
import { useEvent } from '../../use-event.ts';
import { useIsPrinting } from '../../use-is-printing.ts';
import { RowCheckbox, type SelectionStore } from '../selection/selection.tsx';
import type { Row } from '../types.ts';
import type { Column } from './columns.tsx';
import type { RowHandlers } from './list-table.tsx';
import type { Tree } from './use-tree.ts';
import './row-cards.css';

interface RowCardsProps extends RowHandlers {
  readonly label: string;
  readonly columns: readonly Column[];
  /** All visible rows, including those of opened branches. */
  readonly shown: readonly Row[];
  readonly tree: Tree | undefined;
  readonly selection: SelectionStore | undefined;
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** The rows of a list as cards: each with its name, its status and its important values. */
export function RowCards({ label, columns, shown, tree, empty, selection, rowMenu, ...on }: RowCardsProps) {
  const shownNow = useEvent(() => shown);
  const isPrinting = useIsPrinting();
  if (shown.length === 0) return <div className="kit-no-cards">{empty}</div>;
  return (
    <ul className="kit-cards" aria-label={label}>
      {shown.map((row) => (
        <RowCard
          key={row.id}
          row={row}
          columns={columns}
          tree={'children' in row ? tree : undefined}
          selection={isPrinting ? undefined : selection}
          shown={shownNow}
          rowMenu={isPrinting ? undefined : rowMenu}
          isPrinting={isPrinting}
          {...on}
        />
      ))}
    </ul>
  );
}

interface RowCardProps extends RowHandlers {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly tree: Tree | undefined;
  readonly selection: SelectionStore | undefined;
  readonly shown: () => readonly Row[];
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  readonly isPrinting?: boolean;
}

/** One row as a card. */
export const RowCard = memo(function RowCard(props: RowCardProps) {
  const { row, columns, tree, selection, shown, rowMenu, isPrinting = false, ...on } = props;
  const drawn = isPrinting ? 'print' : 'render';
  const locale = useLocale();
  const { name, status, figures } = partsOf(columns);
  const isOpen = tree?.opened.includes(row.id);
  return (
    <li
      data-row-key={row.id}
      tabIndex={-1}
      onKeyDown={(event) => on.onKeyDown?.(event, row)}
      onFocus={() => on.onFocus?.(row)}
    >
      <header>
        {selection && <RowCheckbox store={selection} row={row} shown={shown} />}
        {tree && (
          <button
            type="button"
            className="kit-expand"
            aria-expanded={isOpen}
            aria-label={name?.title[locale]}
            onClick={() => tree.onToggle(row.id)}
          />
        )}
        <strong>{name?.[drawn](row)}</strong>
        {status?.[drawn](row)}
      </header>
      <dl>
        {figures.map((column) => (
          <div key={column.name}>
            <dt>{column.title[locale]}</dt>
            <dd>{column[drawn](row)}</dd>
          </div>
        ))}
      </dl>
      {rowMenu?.(row)}
    </li>
  );
});

const FIGURES = 3;
/** Kinds of which a card shows the first column each. */
const DISTINGUISHING: readonly ReadonlySet<Column['kind']>[] = [
  new Set(['text']),
  new Set(['country', 'countries']),
  new Set(['dateTime', 'date']),
];

/**
 * Returns the columns of a card in the order of the list: the name, or else the first column; the status; the values
 * that distinguish rows (the first text, the country, the time); amounts and numbers, up to three.
 */
export function partsOf(columns: readonly Column[]): {
  readonly name: Column | undefined;
  readonly status: Column | undefined;
  readonly figures: readonly Column[];
} {
  const name = columns.find(({ isName }) => isName) ?? columns[0];
  const others = columns.filter((column) => column !== name);
  const choices = others.filter(({ kind }) => kind === 'dictionary' || kind === 'yesNo');
  const status = choices.find((column) => /status$/i.test(column.name)) ?? choices[0];
  const left = others.filter((column) => column !== status);
  const distinguishing = DISTINGUISHING.flatMap((kinds) => left.find(({ kind }) => kind && kinds.has(kind)) ?? []);
  const counted = left.filter(({ align }) => align === 'right');
  const figures = new Set([...distinguishing, ...[...counted, ...left].slice(0, FIGURES)]);
  return { name, status, figures: left.filter((column) => figures.has(column)) };
}
