/** Whether this machine has what Debian calls wordpress, php-cli, php-mysql and mariadb-server-core. */
import { existsSync } from 'node:fs'

export const WORDPRESS_PACKAGES = ['wordpress', 'php-cli', 'php-mysql', 'mariadb-server-core', 'mariadb-client']
export const WORDPRESS_SOURCE = '/usr/share/wordpress'

export const hasWordPress = (): boolean =>
  [`${WORDPRESS_SOURCE}/wp-settings.php`, '/usr/bin/php', '/usr/sbin/mariadbd'].every((file) => existsSync(file))
