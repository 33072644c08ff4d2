import { type ConnectOrder, takeOrders } from '@postern/client/connect-picks';
import { useEffect, useRef } from 'react';
import { wantedAsset } from './windows.ts';

type Connect = (asset: string, ask?: boolean, order?: ConnectOrder) => Promise<void>;

/** One after the other, so that tabs come in their order and no two questions stand before somebody. */
async function connectAll(connect: Connect, orders: readonly ConnectOrder[]): Promise<void> {
  for (const order of orders) await connect(order.asset, false, order);
}

/**
 * Connects, once, to what the console left for this page, else to the asset that the address asks for.
 * @returns the asset of the address; null when it asks for none
 */
export function useWantedAsset(connect: Connect): string | null {
  const asked = useRef(false);
  const asset = wantedAsset(window.location.search);
  useEffect(() => {
    if (!asset || asked.current) return;
    asked.current = true;
    const orders = takeOrders(localStorage, window.location.search);
    void (orders.length > 0 ? connectAll(connect, orders) : connect(asset));
  }, [asset, connect]);
  return asset;
}
