/**
 * A separate host name, as behind a company's proxy: it is no secure context, unlike `localhost`, and the push channel
 * uses the same port, not the message port, where another product may be listening.
 */
export const HOST = 'console.journey.test';
