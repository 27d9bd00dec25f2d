import type { ComponentType } from 'react';

/** The icons that are at hand, by their names. Apart from what draws them: those that come later add themselves here. */
export const iconSet: Record<string, ComponentType> = {};

/** Adds icons to those that are at hand. */
export const addIcons = (more: Readonly<Record<string, ComponentType>>): void => void Object.assign(iconSet, more);
