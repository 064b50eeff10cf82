// Only numbers cross our Embind functions, none of which has two signatures. Embind is ready for
// much more; what stands here instead is 1.5 KB less glue, and a call is quicker.

for (const type of ['std_string', 'std_wstring', 'emval', 'memory_view', 'bigint']) {
  const name = `_embind_register_${type}`;
  addToLibrary({ [name]: (_type, _name, _size, _min, _max) => {}, [`${name}__deps`]: [] });
}

addToLibrary({
  // WebAssembly itself makes integers of numbers and of booleans.
  $craftInvokerFunction:
    (_name, [result], _class, invoke, target) =>
    (...numbers) =>
      result.fromWireType(invoke(target, ...numbers)),
  $craftInvokerFunction__deps: [],
  $embind__requireFunction: (_signature, number) => getWasmTableEntry(number),
  $embind__requireFunction__deps: ['$getWasmTableEntry'],
  $exposePublicSymbol: (name, value) => {
    Module[name] = value;
  },
  $exposePublicSymbol__deps: [],
  $replacePublicSymbol: (name, value) => {
    Module[name] = value;
  },
  $replacePublicSymbol__deps: [],
  // Every type that is used is bound, which --emit-tsd checks in each build.
  $throwUnboundTypeError: (message) => {
    throw new Error(message);
  },
  $throwUnboundTypeError__deps: ['free'], // --emit-tsd needs it
});
