import 'antd/es/config-provider';
import 'antd/es/dropdown';
import 'antd/es/modal';
import 'antd/es/select';

/** The libraries that everything drawn rests on. Imported for their evaluation, ahead of our own code. */

/** Lets whatever else is waiting for the thread have its turn. */
export const yieldThread = (): Promise<void> =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });
