import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { ComponentType, Ref } from 'react';
import type { ControlProps } from '../form/control.ts';
import type { FormField } from '../form/values.ts';

export interface ValueProps {
  readonly field: Field;
  /** Never empty: a missing value is shown the same way for every kind. */
  readonly value: unknown;
  /** Shown after an amount whose heading does not contain it. */
  readonly currency?: string | undefined;
}

export interface InputProps extends ControlProps<never> {
  readonly field: FormField;
}

/** Parameters of a list's address by name; undefined removes one. */
export type FilterChanges = Readonly<Record<string, string | undefined>>;

export interface FilterProps {
  readonly id: string;
  readonly name: string;
  readonly field: FormField;
  /** The entered value, list of values and range. */
  readonly plain: string | undefined;
  readonly chosen: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** A final change is searched for at once; others with Enter. */
  readonly onChange: (changes: FilterChanges, isFinal: boolean) => void;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

/** Cells that wrap at their column's width show all lines, or two lines and all of them on hover. */
export type Wrapping = 'whole' | 'two-lines';

/** How a kind of field is shown and entered. */
export interface KindView {
  /** In a table. */
  readonly Cell: ComponentType<ValueProps>;
  /** View in a record, where there is room; by default the cell's. */
  readonly Detail?: ComponentType<ValueProps>;
  readonly Input: ComponentType<InputProps>;
  readonly Filter: ComponentType<FilterProps>;
  /** Aligns numbers by their last digit. */
  readonly isRightAligned?: true;
  /** Whether it takes the whole width of a form. */
  readonly isWide?: (field: Field) => boolean;
  /** How cells wrap that can be longer than their column; without it a column is as wide as its content. */
  readonly wraps?: Wrapping | undefined;
  /** Of the column of a kind that wraps, in pixels, where the field has none. */
  readonly width?: number;
}

/** Converts a component for one type of value to a kind's `Input`, which accepts any. */
export const inputFor = <V>(Input: ComponentType<{ readonly field: FormField } & ControlProps<V>>) =>
  Input as unknown as ComponentType<InputProps>;
