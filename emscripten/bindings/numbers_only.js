// Only numbers cross our Embind functions, yet Embind always registers its types of texts, arrays
// and JavaScript values as well: glue for nothing.
for (const type of ['std_string', 'std_wstring', 'emval', 'memory_view', 'bigint']) {
  const name = `_embind_register_${type}`;
  addToLibrary({ [name]: (_type, _name, _size, _min, _max) => {}, [`${name}__deps`]: [] });
}

// Every type that is used is bound, which --emit-tsd checks in each build.
addToLibrary({
  $throwUnboundTypeError: (message) => {
    throw new Error(message);
  },
  $throwUnboundTypeError__deps: ['free'], // --emit-tsd needs it
});
