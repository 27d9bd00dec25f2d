import { z } from 'zod';
import { id } from '../../kit/schema.ts';

/** Whose side menu: staff's or that of agents, sub-users and app users. */
export const menuSide = z.enum(['staff', 'agents']);
export type MenuSide = z.output<typeof menuSide>;

/** An entry of a menu that the delivered arrangement changes, or keeps; groups as a path in both languages. */
export const movedMenu = z.object({
  id: id(),
  side: menuSide,
  name: z.string(),
  nameEn: z.string(),
  from: z.string(),
  fromEn: z.string(),
  to: z.string(),
  toEn: z.string(),
});
export const keptMenu = z.object({
  id: id(),
  name: z.string(),
  nameEn: z.string(),
  /** The cause: added by an administrator, renamed, changed or added since the takeover, or its group is missing. */
  reason: z.enum(['own', 'renamed', 'changed', 'added', 'groupMissing']),
});
export type KeptMenu = z.output<typeof keptMenu>;
