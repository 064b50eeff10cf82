// The only call from the core to JavaScript: it copies bytes of the checkpoint in `checkpointBytes`,
// which the facade has set. The core asks only for ranges within it, so this never throws.

addToLibrary({
  copy_checkpoint_bytes: (offset, size, address) => {
    HEAPU8.set(Module['checkpointBytes'].subarray(offset, offset + size), address);
  },
});
