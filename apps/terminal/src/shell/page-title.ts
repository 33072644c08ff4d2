import { useEffect } from 'react';

/** The title of the browser's tab: where one is, before the name of the product. */

let product = '';
let place = '';

const write = (): void => {
  document.title = place === '' ? product : `${place} - ${product}`;
};

/** The name that pages without a place of their own have. */
export function nameProduct(name: string): void {
  product = name;
  write();
}

/** Says where one is as long as the page is there; nothing when it is nowhere in particular. */
export function usePageTitle(where: string | undefined): void {
  useEffect(() => {
    place = where ?? '';
    write();
    return () => {
      place = '';
      write();
    };
  }, [where]);
}
