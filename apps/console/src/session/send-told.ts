import type { Sent } from '@postern/client/http';

/** Statuses whose answers have no body (RFC 9110). */
const BODILESS = new Set([101, 204, 205, 304]);

function headersOf(lines: string): Headers {
  const found = new Headers();
  for (const line of lines.trim().split(/[\r\n]+/)) {
    const at = line.indexOf(':');
    if (at > 0) found.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return found;
}

/**
 * Sends a request as `fetch` does, and tells how much of its body has gone: `fetch` tells nothing of that, and its streams need HTTP/2.
 * @throws TypeError when no answer came, and the reason of the signal when that gave up, as `fetch` does
 */
export function sendTold(url: string, init: RequestInit, onSent: Sent): Promise<Response> {
  const { signal } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', giveUp);
      settle();
    };
    request.upload.onprogress = ({ loaded, lengthComputable, total }) => onSent(loaded, lengthComputable ? total : 0);
    request.onload = end(() => {
      const { status, statusText, response } = request;
      resolve(
        new Response(BODILESS.has(status) ? null : (response as Blob), {
          status,
          statusText,
          headers: headersOf(request.getAllResponseHeaders()),
        }),
      );
    });
    request.onerror = end(() => reject(new TypeError('Nothing came back')));
    request.onabort = end(() => reject(signal?.reason ?? new DOMException('Given up', 'AbortError')));
    request.open(init.method ?? 'GET', url);
    request.responseType = 'blob';
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', giveUp);
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}
