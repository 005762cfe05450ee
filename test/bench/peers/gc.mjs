/** Preloaded into every server of the memory scenario alike: SIGUSR2 collects the garbage. */
process.on('SIGUSR2', () => globalThis.gc())
