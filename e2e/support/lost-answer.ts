import { expect } from 'vitest';
import type { Person } from './person.ts';
import type { Product } from './product.ts';

/**
 * Runs `act` while a person's connection breaks after the server has carried out a call and before its answer arrives.
 */
export async function withLostAnswer(
  person: Person,
  product: Product,
  call: string,
  act: () => Promise<void>,
): Promise<void> {
  person.expectProblems(/ERR_FAILED/);
  const address = `/api/${call}`;
  await person.intercept(`**${address}`, async (route) => {
    // The browser alone knows the console by its name.
    expect((await route.fetch({ url: product.url + address })).status()).toBe(200);
    await route.abort();
  });
  await act();
  await person.page.unroute(`**${address}`);
}
