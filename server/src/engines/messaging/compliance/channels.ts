/** The bit of a business type in the channels of a declaration. */
export const channelBit = (businessType: number): number => 1 << (businessType - 1);
