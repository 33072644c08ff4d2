import { useEffect, useRef } from 'react';
import { wantedAsset } from './windows.ts';

/**
 * Connects, once, to the asset that the address of the page asks for.
 * @returns its id; null when it asks for none
 */
export function useWantedAsset(connect: (asset: string) => Promise<void>): string | null {
  const asked = useRef(false);
  const asset = wantedAsset(window.location.search);
  useEffect(() => {
    if (!asset || asked.current) return;
    asked.current = true;
    void connect(asset);
  }, [asset, connect]);
  return asset;
}
