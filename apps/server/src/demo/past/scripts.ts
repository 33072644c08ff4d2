/** What the people of the demo did on their machines. `{host}` stands for the machine, `{user}` for the account. */

export interface Line {
  input: string;
  /** What the machine answered, its lines parted by `\n`. */
  output: string;
  /** A value of RISK_LEVELS of sessions; left out, nobody minded. */
  risk?: 4 | 5;
}

export interface Transfer {
  operate: 'upload' | 'download' | 'rename' | 'mkdir';
  filename: string;
  size: number | null;
}

export interface Script {
  people: readonly string[];
  /** How the names of its machines begin. */
  machines: string;
  account: string;
  lines: readonly Line[];
  transfers?: readonly Transfer[];
  end: 'user_closed' | 'idle' | 'permission_expired';
}

const UPTIME: Line = { input: 'uptime', output: ' up 42 days,  3:14,  1 user,  load average: 0.42, 0.37, 0.35' };
const DISK: Line = {
  input: 'df -h /',
  output: 'Filesystem      Size  Used Avail Use% Mounted on\n/dev/vda1        80G   31G   46G  41% /',
};

/** What the people of each machine do there again and again. */
export const SCRIPTS: readonly Script[] = [
  {
    people: ['anna.keller', 'omar.haddad', 'lena.fischer'],
    machines: 'shop-web',
    account: 'deploy',
    end: 'user_closed',
    lines: [
      UPTIME,
      { input: 'cd /srv/shop/releases', output: '' },
      { input: 'ls', output: '4.1.7  4.1.8  4.2.0-rc2  current' },
      { input: 'readlink current', output: '4.1.8' },
      { input: './switch 4.2.0-rc2', output: 'current -> 4.2.0-rc2\nwarming up 128 pages … done' },
      {
        input: 'tail -n 3 /var/log/shop/access.log',
        output: '10.0.3.7 - GET /cart 200 12ms\n10.0.3.9 - POST /orders 201 48ms\n10.0.3.7 - GET /products/42 200 9ms',
      },
    ],
    transfers: [{ operate: 'upload', filename: '/srv/shop/releases/4.2.0-rc2/assets.tar.gz', size: 18_446_210 }],
  },
  {
    people: ['mei.lin', 'kenji.sato'],
    machines: 'shop-web',
    account: 'root',
    end: 'user_closed',
    lines: [
      { input: 'nginx -t', output: 'nginx: configuration file /etc/nginx/nginx.conf test is successful' },
      { input: 'systemctl reload nginx', output: '' },
      {
        input: 'systemctl status nginx --no-pager',
        output: '● nginx.service - web server\n     Active: active (running)\n   Main PID: 733 (nginx)\n      Tasks: 5',
      },
      { input: 'rm -rf /var/cache/nginx/*', output: 'The command is refused by the rule "Nothing is deleted whole"', risk: 5 },
      { input: 'find /var/cache/nginx -type f -mtime +7 -delete', output: '' },
      DISK,
    ],
  },
  {
    people: ['ines.costa', 'wei.zhang'],
    machines: 'pg-main',
    account: 'postgres',
    end: 'user_closed',
    lines: [
      {
        input: "psql -c 'select client_addr, state, replay_lag from pg_stat_replication'",
        output:
          ' client_addr |   state   |   replay_lag\n-------------+-----------+-----------------\n 10.0.5.12   | streaming | 00:00:00.004\n 10.0.5.13   | streaming | 00:00:00.011\n(2 rows)',
      },
      {
        input: "psql shop -c 'vacuum (analyze, verbose) orders'",
        output: 'INFO:  vacuuming "shop.public.orders"\nINFO:  finished: 1284 index row versions removed\nVACUUM',
      },
      { input: "psql shop -c 'drop table orders_2019'", output: 'DROP TABLE', risk: 4 },
      { input: 'pg_dump -Fc -t carts shop -f /backup/carts.dump', output: '' },
      { input: 'ls -lh /backup', output: 'total 214M\n-rw-r--r-- 1 postgres postgres 214M carts.dump' },
    ],
    transfers: [{ operate: 'download', filename: '/backup/carts.dump', size: 224_395_264 }],
  },
  {
    people: ['mei.lin', 'hana.kim'],
    machines: 'pay-gw',
    account: 'payops',
    end: 'idle',
    lines: [
      { input: 'paygw health', output: 'acquirer  ok   31 ms\nvault     ok    4 ms\nqueue     ok    0 waiting' },
      { input: 'paygw certs', output: 'acquirer-client   expires in 19 days\nvault-client      expires in 203 days' },
      { input: 'journalctl -u paygw -p warning --since today --no-pager', output: '-- No entries --' },
    ],
  },
  {
    people: ['omar.haddad', 'anna.keller', 'lena.fischer'],
    machines: 'stage',
    account: 'deploy',
    end: 'user_closed',
    lines: [
      {
        input: 'git -C /srv/shop pull --ff-only',
        output: 'Updating 8c1f0de..b2790aa\nFast-forward\n 14 files changed, 212 insertions(+), 96 deletions(-)',
      },
      { input: 'cd /srv/shop', output: '' },
      {
        input: 'npm test',
        output:
          '\u001b[32m✓\u001b[0m cart (41)\n\u001b[32m✓\u001b[0m orders (63)\n\u001b[31m✗\u001b[0m returns (17, 1 failed)\n  refund of half an order: expected 1250, got 1249',
      },
      { input: 'npm test -- returns', output: '\u001b[32m✓\u001b[0m returns (17)' },
      { input: 'chmod -R 777 uploads', output: '', risk: 4 },
      { input: 'chmod -R 775 uploads', output: '' },
    ],
    transfers: [
      { operate: 'mkdir', filename: '/srv/shop/uploads/autumn', size: null },
      { operate: 'upload', filename: '/srv/shop/uploads/autumn/banner.webp', size: 412_906 },
    ],
  },
  {
    people: ['kenji.sato', 'hana.kim'],
    machines: 'cache',
    account: 'root',
    end: 'user_closed',
    lines: [
      { input: 'redis-cli info memory | head -n 3', output: '# Memory\nused_memory_human:1.92G\nused_memory_peak_human:2.40G' },
      { input: 'redis-cli flushall', output: 'The command is refused by the rule "Nothing is deleted whole"', risk: 5 },
      { input: "redis-cli --scan --pattern 'session:*' | wc -l", output: '48213' },
    ],
  },
  {
    people: ['mei.lin', 'kenji.sato'],
    machines: 'tyo-edge',
    account: 'netops',
    end: 'permission_expired',
    lines: [
      { input: 'ip -br addr', output: 'lo      UNKNOWN  127.0.0.1/8\neth0    UP       10.20.0.2/24\nwan0    UP       198.51.100.17/29' },
      { input: 'ping -c 2 10.30.0.2', output: '64 bytes from 10.30.0.2: time=38.1 ms\n64 bytes from 10.30.0.2: time=38.4 ms' },
      UPTIME,
    ],
    transfers: [{ operate: 'download', filename: '/etc/firewall/rules.v4', size: 7_312 }],
  },
  {
    people: ['lena.fischer', 'anna.keller'],
    machines: 'shop-web',
    account: 'deploy',
    end: 'user_closed',
    lines: [
      { input: "grep -c ' 500 ' /var/log/shop/access.log", output: '3' },
      {
        input: "grep ' 500 ' /var/log/shop/access.log",
        output: '10.0.3.4 - POST /orders 500 2011ms\n10.0.3.8 - POST /orders 500 2008ms\n10.0.3.4 - POST /orders 500 2013ms',
      },
      { input: 'curl -s localhost:8080/health', output: '{"status":"ok","payments":"slow"}' },
      { input: 'exit', output: 'logout' },
    ],
  },
];
