import { z } from 'zod';
import { COUNTRY } from '../kit/field.ts';
import { inspectCall, inspectedList } from '../kit/inspect.ts';
import { id } from '../kit/schema.ts';

/** One task. */
export const oneTask = z.object({ id: id() });
export const taskName = z.string().trim().max(64);
export const taskRemark = z.string().trim().max(255);
export const countryCode = z.string().trim().toUpperCase().regex(COUNTRY);

/** Stores an uploaded list for a new task, which names it by its id, and returns its first rows. */
export const inspectTaskList = (maxBytes: number) =>
  inspectCall('create', inspectedList.extend({ fileId: id() }), maxBytes);
