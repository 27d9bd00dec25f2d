/** Returns the address of a picture that shows a text. */
export const picture = (words: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"><rect width="100%" height="100%" fill="#dbe4f0"/><text x="50%" y="50%" fill="#20222a" font-family="sans-serif" font-size="24" text-anchor="middle" dominant-baseline="middle">${words}</text></svg>`,
  )}`;
