import { country } from './areas/user/country.ts';
import type { PermissionOf } from './kit/resource.ts';

/** The one list: every resource console and server agree on. Names and permissions of the whole program follow from it. */
export const registry = [country] as const;

export type ResourceName = (typeof registry)[number]['name'];
export type Permission = PermissionOf<(typeof registry)[number]>;
