/** The currency the platform keeps its books and prices in. One ledger per currency; nothing is converted. */
export const BOOK_CURRENCY = 'USDT';
