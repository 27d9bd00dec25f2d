import { z } from 'zod';

/** A choice of a country picker; `disabled` if the country is blocked or lacks the business. */
export const countryChoice = z.object({
  value: z.string(),
  label: z.string(),
  labelEn: z.string(),
  dialCode: z.string(),
  flag: z.string(),
  disabled: z.boolean(),
});

export type CountryChoice = z.output<typeof countryChoice>;
