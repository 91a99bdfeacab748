/**
 * Builds the console into `dist/console`. `npm run dev` serves the console from its sources at http://localhost:5173,
 * and passes its calls on to the service that `npm start` starts.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { guidePlugin } from './src/build/guide.ts';
import { pageFiles } from './src/build/page-files.ts';

/** The address of the service to which the development server passes calls. The default is that of `npm start`. */
const SERVICE = process.env['VESTRY_DEV_SERVICE'] ?? 'http://localhost:8990';

export default defineConfig({
  root: 'src/console',
  plugins: [react(), guidePlugin()],
  // The content security policy of the page forbids inline scripts, inline styles and `data:` fonts, so nothing is
  // inlined.
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // The first file names all others, so shorter names are less to load.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: pageFiles() },
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: SERVICE, changeOrigin: false } } },
});
