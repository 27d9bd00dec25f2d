import { z } from 'zod';

/** One choice of a country picker; `disabled` where the country is blocked or does not offer the business asked for. */
export const countryChoice = z.object({
  value: z.string(),
  label: z.string(),
  labelEn: z.string(),
  dialCode: z.string(),
  flag: z.string(),
  disabled: z.boolean(),
});

export type CountryChoice = z.output<typeof countryChoice>;
