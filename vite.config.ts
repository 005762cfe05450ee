import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: 'client',
  base: '/desk/',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The strict Content-Security-Policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://localhost:4400',
      '/sync': { target: 'ws://localhost:4400', ws: true },
      '/live': { target: 'ws://localhost:4400', ws: true },
    },
  },
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          root: '.',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/crash/**', 'test/seeds/**', 'test/bench/**'],
          // Every test makes a newsroom of its own, so files may share what they have imported.
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'seeds',
          root: '.',
          include: ['test/seeds/**/*.test.ts', 'test/crash/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          root: '.',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
