/** Who else may see one story, and by which links. */
import type * as access from '../../shared/access.ts'
import type { GuestLink, PersonOfStory, ReadBack } from '../../shared/access.ts'
import { ask, type In, part } from '../api.ts'

export const listGuestLinks = async (story: string) =>
  (await ask<{ links: GuestLink[] }>('GET', `/links?story=${part(story)}`)).links
export const makeGuestLink = (form: In<typeof access.NewGuestLink>) => ask<GuestLink>('POST', '/links', form)
export const changeGuestLink = (id: string, change: In<typeof access.ChangeGuestLink>) =>
  ask<GuestLink>('PATCH', `/links/${part(id)}`, change)
export const peopleOfStory = async (story: string) =>
  (await ask<{ people: PersonOfStory[] }>('GET', `/stories/${part(story)}/people`)).people
export const changeException = (story: string, person: string, change: In<typeof access.ChangeException>) =>
  ask<PersonOfStory>('PATCH', `/stories/${part(story)}/people/${part(person)}`, change)
export const removeException = (story: string, person: string) =>
  ask<void>('DELETE', `/stories/${part(story)}/people/${part(person)}`)
export const readPassages = (story: string) => ask<ReadBack>('GET', `/stories/${part(story)}/passages`)
