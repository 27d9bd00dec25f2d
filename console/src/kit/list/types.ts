import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import type { CallName } from '../client/call.ts';
import type { NamedFields, Values } from '../form/values.ts';
import type { Wrapping } from '../kinds/kind.ts';

/** A row as the kit handles it; areas see their own row's type. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** How a record is shown: to read, to change, or empty to be added. */
export type Mode = 'view' | 'edit' | 'add';

/** How the rows of a list are seen; phones see cards in place of a table. */
export type View = 'table' | 'cards' | 'board';

/** A column beside or over the one a field gives. */
export interface ColumnChange<R> {
  readonly title?: Text;
  readonly width?: number | 'rest';
  readonly align?: 'left' | 'right' | 'center';
  readonly isHiddenAtFirst?: boolean;
  /** Folded first when there is no room for all. */
  readonly isOptional?: boolean;
  /** How cells wrap at the column's width; false: the column is as wide as its content. By default as the field's kind decides. */
  readonly wraps?: Wrapping | false;
  readonly render?: (row: R) => ReactNode;
}

/** Something done to one row, or to the selected ones. With `fields` it asks first, in a dialog. */
export interface RowAction<R, C extends string = string> {
  readonly key: string;
  readonly label: Text;
  /** The permission action of the resource (`edit`) or a full code; without it every user of the list may. */
  readonly permission?: string;
  /** `row` (default): in the row's menu; `selection`: above the table for the selected rows; `both`. */
  readonly on?: 'row' | 'selection' | 'both';
  readonly isDangerous?: boolean;
  readonly isOffered?: (row: R) => boolean;
  /** The question asked before it is done; a function may give none. */
  readonly confirm?: Text | ((rows: readonly R[]) => Text | undefined);
  readonly fields?: NamedFields | ((rows: readonly R[]) => NamedFields);
  readonly initial?: (rows: readonly R[]) => Values;
  /** The call it makes, with this input (by default `{ids}` and the dialog's values). */
  readonly call?: C;
  readonly input?: (rows: readonly R[], values: Values) => Values;
  /** Instead of a call: any other work (open a page, fetch a file). */
  readonly run?: (rows: readonly R[], values: Values) => void | Promise<void>;
  /** Instead of both: the screen's own panel or dialog, shown until it closes itself. */
  readonly panel?: (slot: PanelSlot<R>) => ReactNode;
  /** The call that undoes it, given `{ids}`: offered for ten seconds. */
  readonly undo?: C;
  /** Shown when it is done; a function is given the rows, the answer of the call and the values of the dialog. */
  readonly done?: Text | ((rows: readonly R[], answer: unknown, values: Values) => Text);
}

/** An action of any list. */
export type Action = RowAction<Row>;

export interface ToolbarAction {
  readonly key: string;
  readonly label: Text;
  readonly permission?: string;
  readonly icon?: ReactNode;
  readonly isPrimary?: boolean;
  /**
   * The parameters of an address that open it (`?task=…`), none of the list's filters; the panel is given the value,
   * `name=value` where there are several.
   */
  readonly parameter?: string | readonly string[];
  /** The screen's own panel or dialog, shown until it closes itself. */
  readonly panel: (slot: PanelSlot<Row>) => ReactNode;
}

export interface PanelSlot<R> {
  readonly rows: readonly R[];
  /** The value in the address that opened it, if any. */
  readonly value?: string | undefined;
  readonly onClose: () => void;
}

/** Options of rows with children, which are fetched when a row is opened. */
export interface TreeOptions<R> {
  readonly hasChildren: (row: R) => boolean;
  /** The input of the list call for the children of a row. */
  readonly input: (id: string) => Values;
}

/** Rows of another resource that belong to a record: shown here, edited in their own list. */
export interface ChildList<R> {
  readonly resource: Resource;
  /** The call that lists them; by default `list`, or `page` without a `list`. */
  readonly call?: string;
  /** The address of their own list, if it is not the resource's name; null: they have none. */
  readonly path?: string | null;
  /** Parameters of that call for the rows of this record. */
  readonly filter: (row: R) => Readonly<Record<string, string>>;
  /** Field names: a record has room for a few columns. */
  readonly columns: readonly string[];
  /** A sortable field, descending with a leading minus. */
  readonly sort?: string;
}

/** A tab beside the facts of a record: a list of related records, or the screen's own content. */
export type RecordTab<R> = {
  readonly key: string;
  readonly label: Text;
  /** A full code; users without it do not see the tab. A list tab without it needs the permission of its list call. */
  readonly permission?: string;
  readonly isOffered?: (row: R) => boolean;
} & ({ readonly list: ChildList<R> } | { readonly render: (row: R) => ReactNode });

/** For an answer that is pending instead of saved: the message and the screen where it waits. */
export type FollowUp = (answer: unknown) => { readonly said: Text; readonly route: string } | undefined;

/** A list with its screen's overrides, for pages that show some of its rows with their actions. */
export interface DeclaredList {
  readonly resource: Resource;
  readonly options: ResourcePageOptions<Resource>;
}

/** The named overrides of a list screen. A screen that needs more is a separate page built from the kit's parts. */
export interface ResourcePageOptions<R extends Resource> {
  /** The call that lists the rows; by default `list`, or `page` without a `list`. */
  readonly list?: CallName<R>;
  /** The screen's address, if it is not the resource's name. */
  readonly path?: string;
  /** Shows the rows as a tree, as long as nothing is searched for. */
  readonly tree?: TreeOptions<WireRowOf<R>>;
  /**
   * The views to choose from, the first one by default; without it only a table. A board has a column per state
   * (`stateField`).
   */
  readonly views?: readonly View[];
  /** Rows keep their places while changes of others arrive; the user sees how many there are, and shows them with R. */
  readonly isSteady?: true;
  /** The filters offered, if not simply those the fields allow. */
  readonly search?: (fields: NamedFields) => NamedFields;
  /** Columns shown first, in this order; the others keep the order of the contract. */
  readonly leading?: readonly string[];
  /** By field name: changes a column, adds one under a new name, or leaves it out with false. */
  readonly columns?: Readonly<Record<string, ColumnChange<WireRowOf<R>> | false>>;
  readonly form?: {
    /** The fields of the form, if they depend on the record, or for a new one on whether it has a parent. */
    readonly fields?: (fields: NamedFields, row: WireRowOf<R> | null, isBelow: boolean) => NamedFields;
    /** Called with the id of an added record. */
    readonly added?: (id: string) => void;
    readonly followUp?: FollowUp;
    /** The action that follows an added record, by its key, for users who may do it. */
    readonly next?: string;
  };
  /** A chooser beside the list where there is room. Elsewhere the list's filter does the same. */
  readonly aside?: (context: {
    readonly filters: Readonly<Record<string, string>>;
    readonly onSearch: (filters: Readonly<Record<string, string>>) => void;
  }) => ReactNode;
  /** By transition: the rows that offer it, among those whose state allows it. */
  readonly transitions?: Readonly<Record<string, (row: WireRowOf<R>) => boolean>>;
  /** By transition: its question and its success message, where those of the contract do not name the rows. */
  readonly transitionTexts?: Readonly<
    Record<
      string,
      Pick<RowAction<WireRowOf<R>>, 'done'> & { readonly confirm?: (rows: readonly WireRowOf<R>[]) => Text }
    >
  >;
  readonly rowActions?: readonly RowAction<WireRowOf<R>, CallName<R>>[];
  readonly toolbarActions?: readonly ToolbarAction[];
  /** Fields a record does not show, such as ids shown by name. */
  readonly unmentioned?: readonly string[];
  /** By field name: how a record shows its value, where its kind does not say enough. */
  readonly facts?: Readonly<Record<string, (row: WireRowOf<R>) => ReactNode>>;
  /** Filters of the list when it is opened without any. */
  readonly startFilters?: Readonly<Record<string, string>>;
  /** Shown above the facts of a record. */
  readonly notice?: (row: WireRowOf<R>) => ReactNode;
  /** Shown below the facts of a record. */
  readonly detail?: (row: WireRowOf<R>) => ReactNode;
  /** Beside the facts, in this order. Lists that may not be read are left out. */
  readonly tabs?: readonly RecordTab<WireRowOf<R>>[];
  /** Of a tree: below which rows further ones may be added. */
  readonly takesChildren?: (row: WireRowOf<R>) => boolean;
  readonly isEditable?: (row: WireRowOf<R>) => boolean;
  readonly isRemovable?: (row: WireRowOf<R>) => boolean;
  /** The call that exports the rows, if it is not `export`. */
  readonly exportCall?: CallName<R>;
  /** Shown between the title and the table. */
  readonly summary?: (context: {
    readonly filters: Readonly<Record<string, string>>;
    readonly onSearch: (filters: Readonly<Record<string, string>>) => void;
    /** Shows the front of the list, without its filters. */
    readonly onFront: () => void;
  }) => ReactNode;
  /** Shown first, in the place of search and rows, until the user or an address with filters asks for the rows. */
  readonly front?: (context: {
    readonly onRows: () => void;
    /** Starts an action of the toolbar, by its key. */
    readonly onStart: (key: string) => void;
  }) => ReactNode;
}
