/** Pictures, on their way to the server. */
import type { Asset } from '../../shared/api.ts'
import { answerIn, ask, part, unreachable } from '../api.ts'

/** How far an upload has come, and a way to stop it. */
export type Progress = { onProgress?: (sent: number, of: number) => void; signal?: AbortSignal }

/**
 * Stores a picture for a story; on the server's disk when it resolves. The same file again is the same asset,
 * so after a failure it may simply be sent again.
 * @throws Refusal with a sentence when it is no picture we take; NoAnswer; an AbortError when it was stopped
 */
export async function uploadImage(storyId: string, picture: Blob, { onProgress, signal }: Progress = {}): Promise<Asset> {
  // Of the two ways to send, only this one says how much has gone.
  const request = new XMLHttpRequest()
  const ended = await new Promise<'load' | 'error' | 'abort'>((resolve) => {
    for (const end of ['load', 'error', 'abort'] as const) request.addEventListener(end, () => resolve(end))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    signal?.addEventListener('abort', () => request.abort())
    request.open('POST', `/api/stories/${part(storyId)}/assets`)
    request.responseType = 'blob'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', picture.type || 'application/octet-stream')
    if (signal?.aborted) resolve('abort')
    else request.send(picture)
  })
  signal?.throwIfAborted()
  if (ended !== 'load') throw unreachable()
  return answerIn(new Response(request.response as Blob, { status: request.status }))
}

export const copyImage = (storyId: string, asset: string) =>
  ask<Asset>('POST', `/stories/${part(storyId)}/assets/copy`, { asset })
