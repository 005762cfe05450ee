/** Asks what a version is to be called. */
import { askForm } from '../ui/form-dialog.ts'

/** @returns null: nothing is to change */
export async function askName(title: string, value = ''): Promise<string | null> {
  const filled = await askForm({
    title,
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: 'Name',
        value,
        most: 80,
        placeholder: 'Before the cut',
        wrong: (name) => (name === '' ? 'Give it a name, to find it again.' : null),
      },
    ],
    yes: 'Keep',
  })
  return filled === null || filled === 'remove' ? null : filled.name!
}
