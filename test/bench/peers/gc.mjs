/**
 * Preloaded into every server of the memory scenario alike: SIGUSR2 collects the garbage. Three times, as
 * what finalizers let go of is only collected by the next one.
 */
process.on('SIGUSR2', () => {
  for (const after of [0, 300, 600]) setTimeout(() => globalThis.gc(), after)
})
