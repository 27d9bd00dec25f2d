import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { customType } from 'drizzle-orm/pg-core';

/** A money column: `bigint` micro-units in the database, `Micro` in code. */
export const micro = customType<{ data: Micro; driverData: bigint | string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => BigInt(value) as Micro,
  toDriver: (value) => value,
});
