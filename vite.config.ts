/**
 * Builds the console into `dist/console`, and serves it from its sources for whoever changes it: `npm run dev` shows it at
 * http://localhost:5173 and passes calls on to the service that `npm start` starts.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the service that the development server asks is; `npm start` has it here. */
const SERVICE = process.env['VESTRY_DEV_SERVICE'] ?? 'http://localhost:8990';

export default defineConfig({
  root: 'src/console',
  plugins: [react()],
  // The policy of the page allows no script and no style that stands in the page itself, and no `data:` font.
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: SERVICE, changeOrigin: false } } },
});
