/** The asset an address asks to connect to at once (docs/behaviour/terminal.md#addresses). */
export function wantedAsset(search: string): string | null {
  const query = new URLSearchParams(search);
  const asset = query.get('login_to') ?? query.get('asset');
  return asset && /^[\w-]{1,64}$/.test(asset) ? asset : null;
}

let opened = 0;

/** Opens an asset in a window of its own, a third of the screen wide; the next ones are tiled in two rows. */
export function openTiled(asset: string): void {
  const { availWidth, availHeight } = window.screen;
  const width = Math.floor(availWidth / 3);
  const height = Math.floor(availHeight / 2);
  const place = opened % 6;
  opened += 1;
  const left = (place % 3) * width;
  const top = Math.floor(place / 3) * height;
  window.open(
    `/luna/connect?login_to=${encodeURIComponent(asset)}&type=asset`,
    '_blank',
    `noopener,width=${width},height=${height},left=${left},top=${top}`,
  );
}
