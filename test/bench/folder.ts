/**
 * `npx tsx test/bench/folder.ts 100 10000`: what a delivery to a folder costs with so many stories on the site: the first one
 * of a server, which writes it whole, and those after it, which look only where an edition may have changed something.
 */
import { join } from 'node:path'
import { siteChanged } from '../../server/site/live-site.ts'
import { folderAdapter } from '../../server/targets/folder.ts'
import { filledSite } from './filled-site.ts'

for (const stories of process.argv.slice(2).map(Number)) {
  const { room, folder, close } = await filledSite(stories)
  const { deliver } = folderAdapter(room.desk, { folder: join(folder, 'public') })
  for (const what of ['the first, whole', 'an edition of the newest story', 'one of the oldest', 'nothing new']) {
    const storyId = what.includes('oldest') ? 's0' : `s${stories - 1}`
    if (what.includes(' of the ')) siteChanged(room.desk, storyId)
    const [begun, before] = [performance.now(), process.cpuUsage()]
    const sent = await deliver({ storyId } as never)
    const { user, system } = process.cpuUsage(before)
    const took = `${(performance.now() - begun).toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of the processor`
    process.stdout.write(`${stories} stories, ${what}: ${took}; ${'says' in sent ? sent.says : ''}\n`)
  }
  await close()
}
process.exit(0)
