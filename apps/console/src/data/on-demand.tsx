import { type ComponentType, lazy, Suspense } from 'react';

/** A part of a page whose code is loaded when it is drawn for the first time, such as a dialog; until then nothing stands in its place. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
