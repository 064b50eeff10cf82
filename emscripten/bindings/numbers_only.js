// Our Embind functions take and return only numbers, and none is overloaded. This simpler glue saves
// 1.5 KB and makes calls faster.

for (const type of ['std_string', 'std_wstring', 'emval', 'memory_view', 'bigint']) {
  const name = `_embind_register_${type}`;
  addToLibrary({ [name]: (_type, _name, _size, _min, _max) => {}, [`${name}__deps`]: [] });
}

addToLibrary({
  // WebAssembly converts numbers and booleans to integers itself.
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
  // Not needed: --emit-tsd checks in each build that all types are bound.
  $throwUnboundTypeError: (message) => {
    throw new Error(message);
  },
  $throwUnboundTypeError__deps: ['free'], // --emit-tsd needs it
});
