/** Whether keys are printed with ⌘, and ⌘H hides the program. */
export const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)
