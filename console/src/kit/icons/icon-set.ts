import type { ComponentType } from 'react';

/** An icon of the library, hidden from screen readers beside text and in named buttons. */
export type IconComponent = ComponentType<{ readonly 'aria-hidden'?: boolean }>;

/** The loaded icons by name. Separate from the drawing component: icons loaded later add themselves here. */
export const iconSet: Record<string, IconComponent> = {};

/** Adds icons to the loaded ones. */
export const addIcons = (more: Readonly<Record<string, IconComponent>>): void => void Object.assign(iconSet, more);
