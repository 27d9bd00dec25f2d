/** How much room rows have. */
export type Density = 'large' | 'medium' | 'small';

export const isDensity = (value: unknown): value is Density =>
  value === 'large' || value === 'medium' || value === 'small';
