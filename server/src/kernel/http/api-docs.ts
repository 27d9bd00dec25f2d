import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The page that shows the API document, at `/api/docs`. It writes a script into its page, so it alone may run one. */
export async function serveApiDocs(server: FastifyInstance, document: object): Promise<void> {
  server.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/docs')) return;
    void reply.header(
      'Content-Security-Policy',
      "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:",
    );
  });
  await server.register(scalar, { routePrefix: '/api/docs', configuration: { content: document, withDefaultFonts: false, hideClientButton: true, telemetry: false } });
}
