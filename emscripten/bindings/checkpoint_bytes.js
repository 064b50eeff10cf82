// The one call out of the core: it copies bytes of the checkpoint that the facade has put into
// `checkpointBytes`. The core asks for its header and for what it uses of it, which always lie
// within, so that this throws nothing.

addToLibrary({
  copy_checkpoint_bytes: (offset, size, address) => {
    HEAPU8.set(Module['checkpointBytes'].subarray(offset, offset + size), address);
  },
});
