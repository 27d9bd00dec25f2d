import { createHash, createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** An opaque token: 256 random bits that mean nothing without the row that holds their hash. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the stored hash of a token. A plain hash is enough for 256 random bits. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * The tokens that replace a refresh token. They follow from the old token and a stored random nonce, so for as long as
 * the nonce is kept the same pair can be given to a second tab that refreshed at the same moment, without storing it:
 * the database alone holds no token, the old token alone gives no new one.
 */
export const rotatedTokens = (oldToken: string, nonce: string): { accessToken: string; refreshToken: string } => ({
  accessToken: derive(oldToken, `${nonce}:access`),
  refreshToken: derive(oldToken, `${nonce}:refresh`),
});

const derive = (key: string, message: string): string => createHmac('sha256', key).update(message).digest('base64url');
