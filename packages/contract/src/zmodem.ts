/**
 * ZMODEM, as `rz` and `sz` begin it: two stars, ZDLE, `B` for a header in hex digits, and its type. `sz` asks to send (ZRQINIT, 00), `rz` says
 * that it receives (ZRINIT, 01).
 */
const BEGINNING = [0x2a, 0x2a, 0x18, 0x42, 0x30] as const;
const STAR = 0x2a;
const TYPES: ReadonlyMap<number, TransferKind> = new Map([
  [0x30, 'download'],
  [0x31, 'upload'],
]);

/** Seen from the person: `rz` takes an upload, `sz` offers a download. */
export type TransferKind = 'upload' | 'download';

/** What ends either program: more than the five CAN that the protocol asks for, and as many backspaces for a shell that is there already. */
export const CANCEL_TRANSFER = `${'\u0018'.repeat(8)}${'\b'.repeat(8)}`;

/** Reads output as it comes, in pieces of any size, and tells of each header that begins a transfer. */
export function watchTransfers(onBegin: (kind: TransferKind) => void): (bytes: Uint8Array) => void {
  let at = 0;
  return (bytes) => {
    // Most output has no star in it.
    if (at === 0 && !bytes.includes(STAR)) return;
    for (const byte of bytes) {
      if (at === BEGINNING.length) {
        const kind = TYPES.get(byte);
        at = byte === STAR ? 1 : 0;
        if (kind) onBegin(kind);
      } else if (byte === BEGINNING[at]) at += 1;
      // Of three stars the last two may begin it.
      else if (byte === STAR) at = at === 2 ? 2 : 1;
      else at = 0;
    }
  };
}
