declare module '@micropython/micropython-webassembly-pyscript' {
  export const loadMicroPython: import('./session.js').LoadMicroPython;
}
