/** Props that a form item passes to its control; values have the format of the wire. */
export interface ControlProps<V = unknown> {
  readonly id?: string;
  readonly value?: V | null | undefined;
  // A method, so that a control of some kind of value fits where any control is taken.
  onChange?(value: V | null): void;
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly 'aria-label'?: string;
}
