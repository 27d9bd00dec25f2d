import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ComponentType, ReactNode } from 'react';
import type { ShownView } from '../state/address.ts';
import type { Arrangement } from '../table/arrangement.ts';
import type { Density } from '../table/density.ts';
import type { View } from '../types.ts';

/** How a view shows its rows; null for the reader's own choice. */
export interface SavedLook {
  readonly columns: Arrangement | null;
  readonly density: Density | null;
  readonly layout: View | null;
}

/** The look of the view that a list shows, and its changes: they are the view's and not kept as a preference. */
export interface LookOfView {
  readonly look: SavedLook | undefined;
  readonly onLook: (look: SavedLook | undefined) => void;
}

/** Filters, order and look of a list. */
export interface SavedContent {
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: string;
  readonly look: SavedLook;
}

/** A list as the parts that save and show its views see it. */
export interface ViewedList {
  readonly resource: Resource;
  readonly call: string;
  /** The path of its screen. */
  readonly screen: string;
  readonly shown: ShownView | undefined;
  /** The list as it is now. */
  readonly present: SavedContent;
  /** Names of the columns that its reader may see. */
  readonly columns: readonly string[];
  /** Shows a view, or the list without one. */
  readonly onShow: (view: (SavedContent & { readonly id: string; readonly name: string }) | null) => void;
  /** Changes the name of the view that is shown. */
  readonly onRename: (name: string) => void;
  /** Shows a dialog over the list, or closes it. */
  readonly onDialog: (dialog: ReactNode) => void;
}

interface SavedViewParts {
  /** The content of the button “Views”. */
  readonly Menu: ComponentType<{ list: ViewedList; onClose: () => void }>;
  /** Fetches the view that is due and shows it. Draws nothing. */
  readonly Arrival: ComponentType<{ list: ViewedList }>;
}

let parts: SavedViewParts | undefined;

/** Sets the parts, once at the console's start: features above the kit provide them. */
export const provideSavedViews = (provided: SavedViewParts): void => {
  parts = provided;
};

export const savedViewParts = (): SavedViewParts | undefined => parts;
export const hasSavedViews = (): boolean => parts !== undefined;

/** The preference with the id of the view that a list starts with. */
export const firstViewKey = (screen: string): string => `list:start:${screen}`;
