import type { ReactiveControllerHost } from 'lit';

/** Sizes are computed for a width, and on paper no observer tells it: this fits A4 and Letter. */
export const printWidth = 640;

/** Tells an element that it is about to be printed, and that it has been. */
export function followPrint(
  host: ReactiveControllerHost & HTMLElement,
  tell: (isPrinting: boolean) => void,
) {
  const begin = () => tell(true);
  const end = () => tell(false);
  host.addController({
    hostConnected() {
      addEventListener('beforeprint', begin);
      addEventListener('afterprint', end);
    },
    hostDisconnected() {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    },
  });
}
