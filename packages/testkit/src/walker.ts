import { type Answer, type CookieJar, createApi, createCookieJar, type Json } from './api.ts';

/** A browser as far as redirects, cookies and forms go: it keeps the cookies of each place apart. */
export interface Walker {
  /** Opens an address and follows where it leads, until a page is shown. With a form, it is sent there. */
  go(address: string, form?: Readonly<Record<string, string>>): Promise<Answer<Json> & { url: URL }>;
  /** The same, and stops before the first address that is true of. */
  until(address: string, stop: (url: URL) => boolean, form?: Readonly<Record<string, string>>): Promise<URL>;
  cookies(origin: string): CookieJar;
}

const MAX = 20;

export function createWalker(): Walker {
  const jars = new Map<string, CookieJar>();
  const cookies = (origin: string): CookieJar => {
    const jar = jars.get(origin) ?? createCookieJar();
    jars.set(origin, jar);
    return jar;
  };
  async function walk(address: string, form: Readonly<Record<string, string>> | undefined, stop: (url: URL) => boolean) {
    let [url, sent] = [new URL(address), form];
    for (let hops = 0; hops < MAX; hops += 1) {
      if (stop(url)) return { url, answer: undefined };
      const api = createApi({ origin: url.origin, cookies: cookies(url.origin) });
      const path = `${url.pathname}${url.search}`;
      const answer = await (sent ? api.post(path, new URLSearchParams(sent)) : api.get(path));
      const to = answer.headers.get('location');
      if (answer.status < 300 || answer.status > 399 || !to) return { url, answer };
      [url, sent] = [new URL(to, url), undefined];
    }
    throw new Error(`${address} leads nowhere`);
  }
  return {
    cookies,
    async go(address, form) {
      const { url, answer } = await walk(address, form, () => false);
      return { ...(answer as Answer<Json>), url };
    },
    async until(address, stop, form) {
      const { url, answer } = await walk(address, form, stop);
      if (answer) throw new Error(`${url.href} was the end: ${answer.status}`);
      return url;
    },
  };
}
