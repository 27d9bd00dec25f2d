import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { genericPages } from './generic-pages.ts';
import { phoneFormats } from './phone-formats.ts';

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), genericPages(), phoneFormats(), compressedFiles()],
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2023',
    // A data: URL inside a script or style needs a wider content security policy than a file does.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each group is what its entries need, whole: four files that compress well instead of forty that do not.
          groups: [
            // Changes only with its own version, so a release leaves it in the visitors' caches.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 40 },
            {
              name: 'start',
              // With the parts that login page and frame share: neither has to load the other for them.
              test: /src[\\/](main|kit[\\/]lazy-with-retry|shell[\\/](parts[\\/][\w-]+|tabs[\\/](tabs|tab-store)|theme[\\/]theme-button|role-switch[\\/]use-role-switch)|pages[\\/]login[\\/](digest|text-input|passkey))\.tsx?$/,
              priority: 30,
            },
            { name: 'login', test: /src[\\/]pages[\\/]login[\\/]login\.tsx$/, priority: 25 },
            { name: 'frame', test: /src[\\/]shell[\\/]layout[\\/]frame\.tsx$/, priority: 20 },
            { name: 'list', test: /src[\\/]kit[\\/]resource-page\.tsx$/, priority: 10 },
          ],
        },
      },
    },
  },
});
