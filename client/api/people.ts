/** The people of the newsroom, and who is invited. */
import type * as shapes from '../../shared/api.ts'
import type { Invite, Person } from '../../shared/api.ts'
import { ask, type In, part } from '../api.ts'

export const renameNewsroom = (name: string) => ask<{ name: string }>('PATCH', '/newsroom', { name })
export const listPeople = async () => (await ask<{ people: Person[] }>('GET', '/people')).people
export const changePerson = (id: string, change: In<typeof shapes.ChangePerson>) =>
  ask<Person>('PATCH', `/people/${part(id)}`, change)
export const removePerson = (id: string) => ask<void>('DELETE', `/people/${part(id)}`)
export const listRemoved = async () => (await ask<{ people: Person[] }>('GET', '/people/removed')).people
export const bringBack = (id: string) => ask<Person>('POST', `/people/${part(id)}/restore`)
export const listInvites = async () => (await ask<{ invites: Invite[] }>('GET', '/invites')).invites
export const invite = (form: In<typeof shapes.NewInvite>) => ask<Invite>('POST', '/invites', form)
export const revokeInvite = (id: string) => ask<void>('DELETE', `/invites/${part(id)}`)
