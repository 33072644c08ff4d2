import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A part of a page whose code is loaded when it is drawn for the first time, such as a dialog. Until then `meanwhile` stands in its place: nothing
 * for what opens over the page, the shape of what comes for what has a place in it.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile?: ReactNode): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  );
}
