const WHOLE = 'a whole list, written as it is read: its time is its length, and a page of it takes milliseconds';

/**
 * Addresses whose answer may take longer than any list should, as the OpenAPI document has them, and why. With `?limit=15` for the page of a list
 * that takes longer, without it for all of its rows.
 */
export const SLOW_GETS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'assets/hosts',
      'assets/assets',
      'terminal/terminals/sessions',
      'terminal/sessions',
      'audits/operate-logs',
      'audits/login-logs',
      'audits/ftp-logs',
      'accounts/accounts',
      'perms/users/{user}/assets',
      'perms/users/{user}/nodes/{node}/assets',
      'perms/users/{user}/nodes/ungrouped/assets',
      'perms/asset-permissions',
      'perms/asset-permissions/{id}/accounts',
      'perms/asset-permissions/{id}/assets/all',
      'assets/labels',
    ].map((list) => [`/api/v1/${list}/`, WHOLE]),
  ),
  '/api/v1/perms/users/{user}/nodes/all-with-assets/tree/': 'the whole tree with 28,000 assets, which only other consoles ask for',
  '/api/v1/perms/users/{user}/assets/tree/': 'the whole tree of 28,000 assets, which only other consoles ask for',
  '/api/v1/assets/labels/?limit=15': 'the contract has every asset of a label in its row: a megabyte for fifteen',
  '/api/v1/terminal/commands/': 'a refusal: more than 200,000 rows are counted before it',
};
