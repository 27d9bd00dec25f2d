import { z } from 'zod';
import { amount, id } from '../../kit/schema.ts';

/** What a supplier owes in one currency. */
export const supplierBalance = z.object({
  supplierId: id(),
  supplierName: z.string(),
  currency: z.string(),
  claims: z.int(),
  /** Of claims sent and not cancelled. */
  claimed: amount(),
  accepted: amount(),
  received: amount(),
  /** Accepted and neither received nor written off. */
  due: amount(),
});
