/**
 * A name of its own, as behind a company's proxy: to a browser it is no secure context, which `localhost` would be, and
 * the push channel is looked for at the same port, not at the message port, where another product may be listening.
 */
export const HOST = 'console.journey.test';
