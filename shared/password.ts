/** The one rule for passwords, apart from the shapes so that a screen can say it without loading them. */
export const PASSWORD_MIN = 10
