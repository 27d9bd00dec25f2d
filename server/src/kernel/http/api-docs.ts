import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import swaggerFolder from 'swagger-ui-dist/absolute-path.js';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>外贸助手 API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><div id="docs"></div></body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, docExpansion: 'none', filter: true, validatorUrl: null });\n`;

/** The page that shows the API document, at `/api/docs`. Its scripts are files, so the usual content policy holds there too. */
export async function serveApiDocs(server: FastifyInstance): Promise<void> {
  await server.register(fastifyStatic, {
    root: swaggerFolder(),
    prefix: '/api/docs/',
    decorateReply: false,
    index: false,
    allowedPath: (pathname) => pathname === '/swagger-ui.css' || pathname === '/swagger-ui-bundle.js',
  });
  for (const url of ['/api/docs', '/api/docs/'])
    server.get(url, (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  server.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
}
