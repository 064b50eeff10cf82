import type { ReactiveControllerHost } from 'lit';

/** The width for printing, where observers do not run. It fits A4 and Letter. */
export const printWidth = 640;

/** Calls `change` before and after printing. */
export function followPrint(
  host: ReactiveControllerHost & HTMLElement,
  change: (isPrinting: boolean) => void,
) {
  const begin = () => change(true);
  const end = () => change(false);
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
