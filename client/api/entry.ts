/** Setting up, signing in and out, and coming in by a link. */
import type * as access from '../../shared/access.ts'
import type { Entered } from '../../shared/access.ts'
import type * as shapes from '../../shared/api.ts'
import type { Link, Session } from '../../shared/api.ts'
import { ask, type In } from '../api.ts'

export const signIn = (form: In<typeof shapes.SignIn>) => ask<Session>('POST', '/session', form)
export const signOut = () => ask<void>('DELETE', '/session')
export const changePassword = (form: In<typeof shapes.ChangePassword>) => ask<void>('POST', '/session/password', form)
export const setUp = (form: In<typeof shapes.SetUp>) => ask<Session>('POST', '/setup', form)
export const enterByLink = (token: string) => ask<Session>('POST', '/session/link', { token })
export const lookAtLink = (token: string) => ask<Link>('POST', '/links/look', { token })
export const acceptLink = (form: In<typeof shapes.AcceptLink>) =>
  ask<{ session: Session; storyId: string | null }>('POST', '/links/accept', form)

export const enterByGuestLink = (form: In<typeof access.EnterByLink>) => ask<Entered>('POST', '/links/enter', form)
