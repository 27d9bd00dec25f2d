import type { ComponentType } from 'react';

/** An icon of the library, hidden from screen readers beside words and in buttons with a name. */
export type IconComponent = ComponentType<{ readonly 'aria-hidden'?: boolean }>;

/** The loaded icons by name. Separate from the drawing component: icons loaded later add themselves here. */
export const iconSet: Record<string, IconComponent> = {};

/** Adds icons to those that are at hand. */
export const addIcons = (more: Readonly<Record<string, IconComponent>>): void => void Object.assign(iconSet, more);
