/** The text-alone reading of an interview. */
import type { TextRole } from '../schema.ts'

export function rolesFromText(texts: string[]): { role: TextRole; guess: boolean }[] {
  return texts.map(() => ({ role: 'body', guess: false }))
}
