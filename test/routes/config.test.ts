import { describe, expect, test } from 'vitest'
import { overHttps, readConfig, siteUrl } from '../../server/config.ts'
import { makeLog } from '../../server/log.ts'

describe('settings', () => {
  test('nothing set is a newsroom on this machine', () => {
    const config = readConfig({}, [])
    expect(config).toEqual({
      port: 4400,
      host: 'localhost',
      dataDir: 'data',
      publicUrl: null,
      mail: null,
      siteFolders: [],
      key: null,
      demo: false,
    })
    expect(siteUrl(config)).toBe('http://localhost:4400')
    expect(overHttps(config)).toBe(false)
  })

  test('what is set is read, and a public address keeps only its site', () => {
    const config = readConfig({ PORT: '80', HOST: '0.0.0.0', DATA_DIR: '/srv/desk', PUBLIC_URL: 'https://News.example/' }, [
      '--demo',
    ])
    expect(config).toEqual({
      port: 80,
      host: '0.0.0.0',
      dataDir: '/srv/desk',
      publicUrl: 'https://news.example',
      mail: null,
      siteFolders: [],
      key: null,
      demo: true,
    })
    expect(siteUrl(config)).toBe('https://news.example')
    expect(overHttps(config)).toBe(true)
    expect(siteUrl({ ...config, publicUrl: null })).toBe('http://localhost:80')
    expect(siteUrl({ ...config, publicUrl: null, host: '::1' })).toBe('http://[::1]:80')
  })

  test('mail is sent only when it is set whole; what is wrong with it is said without its password', () => {
    const whole = { SMTP_URL: 'smtps://desk:SECRET@mail.example', MAIL_FROM: 'The Courier <desk@courier.example>' }
    const PUBLIC_URL = 'https://news.example'
    expect(readConfig({ ...whole, PUBLIC_URL }, []).mail).toEqual({ url: whole.SMTP_URL, from: whole.MAIL_FROM })
    expect(readConfig({ SMTP_URL: ' ', MAIL_FROM: '' }, []).mail).toBe(null)
    expect(readConfig({ ...whole, MAIL_FROM: 'desk@courier.example', PUBLIC_URL }, []).mail?.from).toBe('desk@courier.example')
    const wrong: [NodeJS.ProcessEnv, string][] = [
      [whole, 'PUBLIC_URL'],
      [{ ...whole, PUBLIC_URL, MAIL_FROM: '' }, 'MAIL_FROM'],
      [{ ...whole, PUBLIC_URL, MAIL_FROM: 'The Courier' }, 'MAIL_FROM'],
      [{ ...whole, PUBLIC_URL, MAIL_FROM: 'a@b.example\r\nBcc: x@y.example' }, 'MAIL_FROM'],
      [{ ...whole, PUBLIC_URL, SMTP_URL: '' }, 'SMTP_URL'],
      [{ ...whole, PUBLIC_URL, SMTP_URL: 'https://desk:SECRET@mail.example' }, 'SMTP_URL'],
      [{ ...whole, PUBLIC_URL, SMTP_URL: 'desk:SECRET@mail.example' }, 'SMTP_URL'],
    ]
    for (const [env, name] of wrong) {
      expect(() => readConfig(env, []), JSON.stringify(env)).toThrow(name)
      expect(() => readConfig(env, []), JSON.stringify(env)).not.toThrow('SECRET')
    }
  })

  test('UPL-06 the site is written only below folders that are named whole; a key is whole or refused, and never said', () => {
    expect(readConfig({ SITE_FOLDERS: '/srv/site: /var/www/news/ :' }, []).siteFolders).toEqual(['/srv/site', '/var/www/news'])
    for (const SITE_FOLDERS of ['site', './site', '/', '/srv/..', '/srv:~/site'])
      expect(() => readConfig({ SITE_FOLDERS }, []), SITE_FOLDERS).toThrow('SITE_FOLDERS')
    const key = Buffer.alloc(32, 0xfe)
    expect(readConfig({ COPYDESK_KEY: key.toString('hex') }, []).key).toEqual(key)
    expect(readConfig({ COPYDESK_KEY: ` ${key.toString('base64')} ` }, []).key).toEqual(key)
    for (const COPYDESK_KEY of ['SECRET', 'SECRET'.repeat(9), key.toString('hex').slice(1), `${key.toString('base64')}!!`]) {
      expect(() => readConfig({ COPYDESK_KEY }, []), COPYDESK_KEY).toThrow('COPYDESK_KEY')
      expect(() => readConfig({ COPYDESK_KEY }, []), COPYDESK_KEY).not.toThrow(COPYDESK_KEY)
    }
  })

  test('nonsense is said by its name', () => {
    for (const PORT of ['abc', '70000', '-1', '1.5', '1e3']) expect(() => readConfig({ PORT }, []), PORT).toThrow('PORT')
    for (const PUBLIC_URL of [
      'news.example',
      'ftp://news.example',
      'https://news.example/desk',
      'https://a:b@news.example',
      'https://news.example/?x',
    ])
      expect(() => readConfig({ PUBLIC_URL }, []), PUBLIC_URL).toThrow('PUBLIC_URL')
    expect(() => readConfig({}, ['--dmeo'])).toThrow('--dmeo')
  })
})

test('the log keeps secrets out, wherever they are put', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  log.info(
    {
      cookie: 'SECRET',
      headers: { cookie: 'SECRET', authorization: 'SECRET' },
      req: { headers: { 'set-cookie': 'SECRET', cookie: 'SECRET' } },
    },
    'a request',
  )
  log.info({ body: { password: 'SECRET', token: 'SECRET', name: 'kept' } }, 'another')
  expect(lines.join('')).not.toContain('SECRET')
  expect(lines.join('')).toContain('kept')
})
