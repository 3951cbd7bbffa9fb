import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { usedClasses } from './used-classes.ts';

const root = fileURLToPath(new URL('../renderer', import.meta.url));

/**
 * Builds the window into out/app/renderer. Addresses are relative, so that the same files work under app:// and behind
 * a loopback server; nothing of ours is inlined, so that the pages need neither inline scripts nor inline styles.
 */
export default defineConfig({
  root,
  base: './',
  plugins: [react(), usedClasses(root)],
  // Stacks carries a few declarations that Lightning CSS calls errors; browsers skip them, and so should the build.
  css: { lightningcss: { errorRecovery: true } },
  build: {
    outDir: fileURLToPath(new URL('../out/app/renderer', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome120',
    reportCompressedSize: false,
    // `npm run check` holds the sizes.
    chunkSizeWarningLimit: 1000,
  },
});
