/**
 * A reason we say no, shown to a person. Anything else that is thrown is a bug or a broken wire.
 * Becomes `application/problem+json` (RFC 9457) in server/problems.ts and nowhere else.
 */
export class Refusal extends Error {
  /**
   * @param type a stable kebab-case name that scripts may test, e.g. `wrong-password`
   * @param status the HTTP status it answers with
   * @param message one sentence for a person: what happened and what to do
   * @param more further members of the problem document, e.g. all the checks that block
   */
  constructor(
    readonly type: string,
    readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503,
    message: string,
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }
}
