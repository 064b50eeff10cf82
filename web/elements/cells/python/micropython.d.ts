declare module '@micropython/micropython-webassembly-pyscript' {
  const createMicroPython: import('./interpreter.js').CreateMicroPython;
  export default createMicroPython;
}
