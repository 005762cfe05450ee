/**
 * Stories on a real WordPress, where Debian's packages are installed: in CI `npm test` installs them. Its database and its
 * server are processes of this test, on 127.0.0.1 and in a folder that is thrown away.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, vi } from 'vitest'
import { hasWordPress, WORDPRESS_SOURCE } from './find-wordpress.ts'
import { wordpressScenes, type Press } from './wordpress-scenes.ts'

const isHere = hasWordPress()

describe.skipIf(!isHere)(isHere ? 'a real WordPress' : 'a real WordPress, which this machine does not have', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-wordpress-'))
  const running: ChildProcess[] = []
  const press: Press = { url: '', user: 'desk', password: '' }

  beforeAll(async () => {
    const socket = join(folder, 'socket')
    const data = join(folder, 'data')
    mkdirSync(data)
    cpSync(WORDPRESS_SOURCE, join(folder, 'site'), { recursive: true, dereference: true })
    const quiet = { stdio: 'ignore' } as const
    const database = ['--no-defaults', `--datadir=${data}`, '--user=root']
    execFileSync('mariadb-install-db', [...database, '--auth-root-authentication-method=normal', '--skip-test-db'], quiet)
    running.push(
      spawn('/usr/sbin/mariadbd', [...database, `--socket=${socket}`, '--skip-networking', `--pid-file=${folder}/pid`], quiet),
    )
    await until(() => run('mariadb-admin', [`--socket=${socket}`, 'ping']))
    const sql = "create database wp; create user wp@localhost identified by 'wp'; grant all on wp.* to wp@localhost"
    execFileSync('mariadb', [`--socket=${socket}`, '-uroot', '-e', sql], quiet)
    const port = await freePort()
    press.url = `http://127.0.0.1:${port}`
    writeFileSync(join(folder, 'site/wp-config.php'), configFor(socket, press.url))
    writeFileSync(join(folder, 'install.php'), INSTALL)
    press.password = execFileSync('php', [join(folder, 'install.php'), join(folder, 'site')], { encoding: 'utf8' }).trim().split('\n').at(-1)! // prettier-ignore
    running.push(spawn('php', ['-S', `127.0.0.1:${port}`, '-t', join(folder, 'site')], { ...quiet, env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' }, detached: true })) // prettier-ignore
    await until(async () => (await fetch(`${press.url}/?rest_route=/`).catch(() => null))?.ok === true)
  }, 300_000)

  afterAll(async () => {
    const [database, site] = running
    // Its workers are children of its own.
    if (site?.pid !== undefined) process.kill(-site.pid)
    database?.kill()
    if (database && database.exitCode === null) await new Promise((resolve) => database.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  })

  wordpressScenes(() => press)
})

const run = (command: string, words: string[]): boolean => {
  try {
    execFileSync(command, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const until = (holds: () => boolean | Promise<boolean>) => vi.waitUntil(holds, { timeout: 200_000, interval: 100 })

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

const configFor = (socket: string, url: string): string => `<?php
define('DB_NAME', 'wp'); define('DB_USER', 'wp'); define('DB_PASSWORD', 'wp'); define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
foreach (['AUTH_KEY','SECURE_AUTH_KEY','LOGGED_IN_KEY','NONCE_KEY','AUTH_SALT','SECURE_AUTH_SALT','LOGGED_IN_SALT','NONCE_SALT'] as $k) define($k, 'only for tests ' . $k);
define('WP_HOME', '${url}'); define('WP_SITEURL', '${url}');
define('WP_ENVIRONMENT_TYPE', 'local'); define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true); define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

/** Prints the application password of an editor; an editor's HTML is kept as it is, as WordPress does by itself. */
const INSTALL = `<?php
define('WP_INSTALLING', true);
require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
add_filter('pre_wp_mail', '__return_true');
wp_install('The Courier', 'boss', 'boss@courier.example', true, '', 'not so secret');
$id = wp_insert_user(['user_login' => 'desk', 'user_pass' => 'not so secret', 'user_email' => 'desk@courier.example', 'role' => 'editor']);
echo "\\n" . WP_Application_Passwords::create_new_application_password($id, ['name' => 'Copydesk'])[0] . "\\n";
`
