/** The address of a Git repository as it is asked for: https, without a name, a password, a query or a fragment. Undefined for anything else. */
export function readAddress(given: string): URL | undefined {
  const url = URL.parse(given.trim());
  return url?.protocol === 'https:' && url.hostname && `${url.username}${url.password}${url.search}${url.hash}` === '' ? url : undefined;
}
