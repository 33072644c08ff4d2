import { useEffect, useState } from 'react';

/** Where a picture is to be had that was just chosen; an address stays what it is. */
export function usePictureAddress(picture: File | string): string {
  const [made, setMade] = useState('');
  useEffect(() => {
    if (typeof picture === 'string') return setMade('');
    const address = URL.createObjectURL(picture);
    setMade(address);
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  return typeof picture === 'string' ? picture : made;
}
