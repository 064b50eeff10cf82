import type { ReactiveControllerHost } from 'lit';

/** The width for printing, where observers do not run. It fits A4 and Letter. */
export const printWidth = 640;

/** Calls `tell` before and after printing. */
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
